import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { WebSocketServer } from 'ws'
import { openOurServer } from './our-server.ts'
import { driverOf } from './rides.ts'

/**
 * Receives drivers' positions in a separate process: our whole server, a plain one that parses them, or one that also
 * answers.
 */
export interface IngestOptions {
  readonly way: 'ours' | 'ws' | 'ws that answers'
  readonly connection: pg.ClientConfig
}

/** `micros`: processor time so far. `where`: ours: which of these drivers a search would find now. */
export interface IngestAnswer {
  readonly micros: number
  readonly parsed: number
  readonly where: readonly ({ readonly lat: number; readonly at: number } | null)[]
}

let parsed = 0
let whereIs: (driver: string) => IngestAnswer['where'][number] = () => null

const plain = (answers: boolean): Promise<string> => {
  const http = createServer()
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) =>
    socket.on('message', (data: Buffer) => {
      const [, { fixes }] = JSON.parse(data.toString()) as [string, { fixes: [{ seq: number }] }]
      parsed++
      if (answers) socket.send(JSON.stringify([{ lastSeq: fixes[0].seq, dropped: 0 }]))
    }),
  )
  return new Promise((done) => {
    http.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(http.address() as AddressInfo).port}`))
  })
}

/**
 * The generator simulates thousands of drivers over a few hundred links, so each link may send faster than a driver
 * may.
 */
const ours = async (connection: pg.ClientConfig): Promise<string> => {
  const { app, url } = await openOurServer(connection, { limits: { live: { messagesPerSecond: 1_000_000 } } })
  whereIs = (driver) => app.drivers.get(driver)
  return url
}

process.on('disconnect', () => process.exit(0))
process.once('message', ({ way, connection }: IngestOptions) => {
  void (way === 'ours' ? ours(connection) : plain(way === 'ws that answers')).then((url) => {
    process.on('message', ({ drivers }: { drivers: number }) => {
      const { user, system } = process.cpuUsage()
      const where = Array.from({ length: drivers }, (_, i) => whereIs(driverOf(i)))
      process.send?.({ micros: user + system, parsed, where } satisfies IngestAnswer)
    })
    process.send?.({ url: url.replace('http', 'ws') })
  })
})
