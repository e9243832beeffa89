import { parentPort } from 'node:worker_threads'
import writeSheet from 'write-excel-file/node'

// Makes spreadsheets one after the other: rows arrive in pages, the first row heads the columns. `null` ends a sheet;
// the file is the answer. In a thread, because 50,000 rows would block the server; in JavaScript, because the bundle
// and the sources both run it.
let rows = []

/** Rows that are measured for the widths of the columns, and the bounds of a width, in characters. */
const measured = 200
const [narrowest, widest] = [8, 50]

const lengthOf = (cell) => (cell?.format ?? String(cell ?? '')).length

const widthsOf = (sample) =>
  sample[0].map((_, column) => {
    const longest = Math.max(...sample.map((row) => lengthOf(row[column])))
    return { width: Math.min(widest, Math.max(narrowest, longest + 2)) }
  })

const answer = async () => {
  const [head, ...body] = rows
  const columns = widthsOf(rows.slice(0, measured))
  rows = []
  const titles = head.map((value) => ({ value, fontWeight: 'bold' }))
  parentPort.postMessage(await writeSheet([titles, ...body], { columns, stickyRowsCount: 1 }).toBuffer())
}

parentPort.on('message', (page) => {
  if (page === null) void answer()
  else rows.push(...page)
})
