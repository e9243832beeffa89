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

/** Sends the numbers from 1 on to all listeners, in three ways; each server is a separate process. */
export interface BroadcasterOptions {
  readonly way: 'ours' | 'socket.io' | 'socket.io with recovery'
  readonly connection: pg.ClientConfig
  /** Ours: the ids of the recipients; the others send to all connections. */
  readonly rooms: readonly string[]
}

/** How many numbers are sent, and the time between two, ms. */
export interface BroadcasterTask {
  readonly numbers: number
  readonly everyMs: number
}

type Send = (n: number) => unknown

const http = createServer()

const ours = async ({ connection, rooms }: BroadcasterOptions): Promise<Send> => {
  const db = connectDatabase({ connection, limits: limits.database, log: createLogger('silent') })
  const app = makePlatform({ db })
  const stream = await startEventStream({ db, direct: connection, limits: limits.live, log: app.log })
  openLive(http, app, stream, { render: { notice: ({ subject }) => Promise.resolve({ id: subject }) }, on: {} })
  return (n) => db.transact((tx) => addToOutbox(tx, { kind: 'notice', subject: String(n), audience: rooms }))
}

/** The library's own recovery of missed events: it keeps two minutes, in memory. */
const recovery = { connectionStateRecovery: { maxDisconnectionDuration: 120_000, skipMiddlewares: true } }

const ways: Record<BroadcasterOptions['way'], (options: BroadcasterOptions) => Promise<Send>> = {
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
process.once('message', (options: BroadcasterOptions) => {
  void ways[options.way](options).then((send) => {
    http.listen(0, '127.0.0.1', () => {
      process.send?.({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` })
      process.on('message', ({ numbers, everyMs }: BroadcasterTask) => {
        let n = 0
        const timer = setInterval(() => {
          void send(++n)
          if (n < numbers) return
          clearInterval(timer)
          process.send?.({ sent: n })
        }, everyMs)
      })
    })
  })
})
