/** One value that an entry is about; of a change the value before, too. */
export interface EntryChange {
  readonly name: string
  readonly from?: unknown
  readonly to: unknown
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/**
 * What an entry says, value by value: of the settings `{changed: {name: {from, to}}}`, of a changed row
 * `{before, changes}`, of anything else its fields that hold something.
 */
export const changesOf = (data: Readonly<Record<string, unknown>>): readonly EntryChange[] => {
  const { changed, before, changes } = data
  if (isObject(changed))
    return Object.entries(changed).map(([name, value]) =>
      isObject(value) && 'to' in value ? { name, from: value['from'], to: value['to'] } : { name, to: value },
    )
  if (isObject(before) && isObject(changes))
    return Object.entries(changes).map(([name, to]) => ({ name, from: before[name], to }))
  return Object.entries(data)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, to]) => ({ name, to }))
}

/** A value of an entry as one line. */
export const shownValue = (value: unknown): string =>
  isEmpty(value) ? '—' : typeof value === 'string' ? value : JSON.stringify(value)
