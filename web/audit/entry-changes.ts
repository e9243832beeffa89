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

/** An action with what was written about it. */
export interface Entry {
  readonly action: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The values in minor units, by the part of the action's name before the dot. */
const minorValues: Readonly<Record<string, readonly string[]>> = {
  wallet: ['amount'],
  withdrawal: ['amount'],
  debt: ['amount'],
  refund: ['amount'],
  booking: ['amount', 'share', 'fare'],
}

/** Writes an amount in minor units; without a currency it is in the operator's. */
export type MinorText = (minor: number, currency: string | undefined) => string

/** A value of an entry as one line. */
export const shownValue = ({ action, data }: Entry, name: string, value: unknown, money: MinorText): string => {
  if (isEmpty(value)) return '—'
  if (typeof value === 'number' && minorValues[action.split('.')[0] ?? '']?.includes(name)) {
    const { currency } = data
    return money(value, typeof currency === 'string' ? currency : undefined)
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** All values of an entry as one line. */
export const entryLine = (entry: Entry, money: MinorText): string =>
  changesOf(entry.data)
    .map(({ name, from, to }) => {
      const before = from === undefined ? '' : `${shownValue(entry, name, from, money)} → `
      return `${name}: ${before}${shownValue(entry, name, to, money)}`
    })
    .join(', ')
