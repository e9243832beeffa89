/** A value of an exported file. */
export type Cell = string | number | boolean | null | undefined

// Excel reads a CSV by the separator of its language, so a separator within a text can begin a cell there; the quotes
// of the file protect only a text that it reads as one cell. Spaces and quotes before the sign are dropped.
const formulaSign = /(^|[;,\t|\r\n])([\s"]*)([=+\-@＝＋－＠])/g

/** Without a formula in any cell that a spreadsheet may make of it; numbers stay numbers [design/access-112]. */
export const csvCell = (cell: Cell): string =>
  typeof cell === 'string' ? cell.replace(formulaSign, "$1$2'$3") : String(cell ?? '')

// XML 1.0 has no place for these, and one of them makes the whole file unreadable.
// oxlint-disable-next-line no-control-regex
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** UTF-16 code units of a cell; Excel repairs a file with a longer one. */
const mostInCell = 32_767

/** A day, with or without a time, as `dayAt` and `dayAndTime` write it. */
const moment = /^(?:19|20)\d\d-\d\d-\d\d(?: \d\d:\d\d)?$/

/** A date as the writer of sheets takes it: its UTC fields are shown. */
export interface DateCell {
  readonly value: Date
  readonly format: string
}

const dateCell = (text: string): DateCell | undefined => {
  if (!moment.test(text)) return undefined
  const value = new Date(`${text.replace(' ', 'T')}${text.includes(' ') ? ':00' : 'T00:00:00'}Z`)
  // 31 February is read as a day of March
  if (Number.isNaN(value.getTime()) || !value.toISOString().startsWith(text.slice(0, 10))) return undefined
  return { value, format: text.includes(' ') ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd' }
}

/**
 * As a sheet can hold it: a day or time is a date, so that it can be sorted and calculated with; a longer text is cut,
 * with an ellipsis [design/access-112].
 */
export const sheetCell = (cell: Cell): Exclude<Cell, undefined> | DateCell => {
  if (typeof cell !== 'string') return cell ?? null
  const date = dateCell(cell)
  if (date !== undefined) return date
  const text = cell.replace(notInXml, '')
  if (text.length <= mostInCell) return text
  // not within a character of two units
  return `${text.slice(0, mostInCell - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
