import { parentPort } from 'node:worker_threads'
import writeSheet from 'write-excel-file/node'

// Makes spreadsheets one after the other: rows arrive in pages, the first row heads the columns. `null` ends a sheet;
// the file is the answer. In a thread, because 50,000 rows would block the server; in JavaScript, because the bundle
// and the sources both run it.
let rows = []

const answer = async () => {
  const [head, ...body] = rows
  rows = []
  const titles = head.map((value) => ({ value, fontWeight: 'bold' }))
  parentPort.postMessage(await writeSheet([titles, ...body], { stickyRowsCount: 1 }).toBuffer())
}

parentPort.on('message', (page) => {
  if (page === null) void answer()
  else rows.push(...page)
})
