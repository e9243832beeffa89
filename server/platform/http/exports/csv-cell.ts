/** A value of an exported file. */
export type Cell = string | number | boolean | null | undefined

// Excel reads a CSV by the separator of its language, so a separator within a text can begin a cell there; the quotes
// of the file protect only a text that it reads as one cell. Spaces and quotes before the sign are dropped.
const formulaSign = /(^|[;,\t|\r\n])([\s"]*)([=+\-@＝＋－＠])/g

/** Without a formula in any cell that a spreadsheet may make of it; numbers stay numbers [design/access-112]. */
export const csvCell = (cell: Cell): string =>
  typeof cell === 'string' ? cell.replace(formulaSign, "$1$2'$3") : String(cell ?? '')
