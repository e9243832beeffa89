import { isSystemReason } from '../booking/system-reason.ts'

/** Formats the parameters of a notice in a language. */
export interface NoticeFormat {
  /** amount in major units */
  money(amount: number): string
  number(value: number): string
  /** text of a key */
  text(key: string): string
}

/** Parameters that are counts; all other numbers are amounts. */
const counts: ReadonlySet<string> = new Set(['stars'])

const wordOf = (format: NoticeFormat, name: string, value: string | number): string => {
  if (typeof value === 'number') return counts.has(name) ? format.number(value) : format.money(value)
  // Make, model and plate are stored as "Fiat Cronos, SBA 1234".
  if (name === 'vehicle') return value.replace(', ', format.text('list_comma'))
  return isSystemReason(value) ? format.text(value) : value
}

/** The parameters of a notice as its text shows them; numbers other than counts are amounts in major units. */
export const noticeValues = (
  format: NoticeFormat,
  params: Readonly<Record<string, string | number>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, wordOf(format, name, value)]))
