import { isSystemReason } from '../booking/system-reason.ts'

/** Formats the parameters of a notice in a language. */
export interface NoticeFormat {
  /** amount in major units */
  money(amount: number): string
  number(value: number): string
  /** the day of a moment in the operator's time zone */
  day(ms: number): string
  /** day and time of a moment in the operator's time zone */
  moment(ms: number): string
  /** text of a key */
  text(key: string): string
}

/** The numbers that are no amounts. */
const kinds: Readonly<Record<string, 'number' | 'day' | 'moment'>> = { stars: 'number', date: 'day', time: 'moment' }

const wordOf = (format: NoticeFormat, name: string, value: string | number): string => {
  if (typeof value === 'number') return format[kinds[name] ?? 'money'](value)
  if (name === 'document') return format.text(`document_${value}`)
  // Make, model and plate are stored as "Fiat Cronos, SBA 1234".
  if (name === 'vehicle') return value.replace(', ', format.text('list_comma'))
  return isSystemReason(value) ? format.text(value) : value
}

/**
 * The parameters of a notice as its text shows them; numbers other than counts and moments are amounts in major units.
 * Notices of earlier versions do not name the document.
 */
export const noticeValues = (
  format: NoticeFormat,
  params: Readonly<Record<string, string | number>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ document: 'any', ...params }).map(([name, value]) => [name, wordOf(format, name, value)]),
  )
