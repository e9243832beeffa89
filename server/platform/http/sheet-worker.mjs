import { parentPort } from 'node:worker_threads'
import writeSheet from 'write-excel-file/node'

// Makes one spreadsheet: rows arrive in pages, the first row heads the columns. `null` ends it; the file is the answer.
// A program of its own thread, in JavaScript, so that it runs from source and from the bundle alike.
const rows = []
parentPort.on('message', async (page) => {
  if (page !== null) return void rows.push(...page)
  const [head, ...body] = rows
  const titles = head.map((value) => ({ value, fontWeight: 'bold' }))
  const bytes = await writeSheet([titles, ...body], { stickyRowsCount: 1 }).toBuffer()
  parentPort.postMessage(bytes)
})
