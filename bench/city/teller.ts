import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { Server } from 'socket.io'
import { connectDatabase } from '../../server/platform/database/database.ts'
import { startEventStream } from '../../server/platform/live/event-stream.ts'
import { limits } from '../../server/platform/runtime/limits.ts'
import { openLive } from '../../server/platform/live/live.ts'
import { createLogger } from '../../server/platform/runtime/logger.ts'
import { addToOutbox } from '../../server/platform/live/outbox.ts'
import { makePlatform } from '../../server/testing/test-platform.ts'

/** Tells everybody who listens the numbers from 1 on, in three ways; each server in a process of its own. */
export interface TellerOptions {
  readonly way: 'ours' | 'socket.io' | 'socket.io with recovery'
  readonly connection: pg.ClientConfig
  /** Ours: whom it is told; the others tell all who are there. */
  readonly rooms: readonly string[]
}

/** How many numbers shall be told, and how far apart. */
export interface TellerTask {
  readonly numbers: number
  readonly everyMs: number
}

type Tell = (n: number) => unknown

const http = createServer()

const ours = async ({ connection, rooms }: TellerOptions): Promise<Tell> => {
  const db = connectDatabase({ connection, limits: limits.database, log: createLogger('silent') })
  const app = makePlatform({ db })
  const stream = await startEventStream({ db, direct: connection, limits: limits.live, log: app.log })
  openLive(http, app, stream, { render: { notice: ({ subject }) => Promise.resolve({ id: subject }) }, on: {} })
  return (n) => db.transact((tx) => addToOutbox(tx, { kind: 'notice', subject: String(n), audience: rooms }))
}

/** The library's own way to bring back what was missed: it keeps two minutes, in memory. */
const recovery = { connectionStateRecovery: { maxDisconnectionDuration: 120_000, skipMiddlewares: true } }

const ways: Record<TellerOptions['way'], (wish: TellerOptions) => Promise<Tell>> = {
  ours,
  'socket.io': () => {
    const server = new Server(http, { transports: ['websocket'] })
    return Promise.resolve((n: number) => server.emit('event', n))
  },
  'socket.io with recovery': () => {
    const server = new Server(http, { transports: ['websocket'], ...recovery })
    return Promise.resolve((n: number) => server.emit('event', n))
  },
}

process.on('disconnect', () => process.exit(0))
process.once('message', (wish: TellerOptions) => {
  void ways[wish.way](wish).then((tell) => {
    http.listen(0, '127.0.0.1', () => {
      process.send?.({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` })
      process.on('message', ({ numbers, everyMs }: TellerTask) => {
        let n = 0
        const timer = setInterval(() => {
          void tell(++n)
          if (n < numbers) return
          clearInterval(timer)
          process.send?.({ told: n })
        }, everyMs)
      })
    })
  })
})
