import { isUuid } from '@remis/domain/kit/uuid'
import type { Entry, EntryWords } from './entry-words.ts'

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
 * The values of an entry. Settings have the shape `{changed: {name: {from, to}}}`, changed rows `{before, changes}`; of
 * anything else, all fields that are not empty.
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

/** The values in minor units, by the part of the action's name before the dot. */
const minorValues: Readonly<Record<string, readonly string[]>> = {
  wallet: ['amount'],
  withdrawal: ['amount'],
  debt: ['amount'],
  refund: ['amount'],
  payment: ['amount'],
  booking: ['amount', 'share', 'fare'],
}

const times: readonly string[] = ['until', 'opensAt', 'expiresAt', 'acceptFrom']

/** A value of an entry as one line; an id by its first characters. */
export const shownValue = (entry: Entry, name: string, value: unknown, words: EntryWords): string => {
  if (isEmpty(value)) return '—'
  if (typeof value === 'number') {
    const { currency } = entry.data
    if (minorValues[entry.action.split('.')[0] ?? '']?.includes(name))
      return words.money(value, typeof currency === 'string' ? currency : undefined)
    if (times.includes(name)) return words.time(value)
  }
  if (typeof value === 'string' || typeof value === 'boolean') {
    const text = String(value)
    return words.value(name, value) ?? (isUuid(text) ? text.slice(0, 8) : text)
  }
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value
      .map((one) => (name === 'fields' ? words.field(entry, one) : shownValue(entry, name, one, words)))
      .join(words.comma)
  return JSON.stringify(value)
}

/** All values of an entry as one line. */
export const entryLine = (entry: Entry, words: EntryWords): string =>
  changesOf(entry.data)
    .map(({ name, from, to }) => {
      const after = shownValue(entry, name, to, words)
      const shown = from === undefined ? after : words.fromTo(shownValue(entry, name, from, words), after)
      return `${words.field(entry, name)}: ${shown}`
    })
    .join(words.comma)
