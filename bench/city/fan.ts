import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { room } from '@remis/domain/live/live-events'
import type pg from 'pg'
import { Server } from 'socket.io'
import { WebSocketServer, WebSocket } from 'ws'
import { connectDatabase } from '../../server/platform/database/database.ts'
import type { EventStream } from '../../server/platform/live/event-stream.ts'
import { limits } from '../../server/platform/runtime/limits.ts'
import { openLive } from '../../server/platform/live/live.ts'
import { createLogger } from '../../server/platform/runtime/logger.ts'
import { makePlatform } from '../../server/testing/test-platform.ts'

/** Sends the same position to all listeners, in three ways; each server is a separate process. */
export interface FanOptions {
  readonly way: 'ours' | 'ws' | 'socket.io'
  readonly connection: pg.ClientConfig
}

const position = {
  bookingId: '0000000000',
  at: 1_790_000_000_000,
  lat: -34.90581,
  lng: -56.19132,
  accuracy: 8,
  heading: 90,
}

/** An event stream without events, since positions are not part of it. */
const stillStream: EventStream = {
  epoch: 'bench',
  cursor: 0,
  poke: () => undefined,
  subscribe: () => () => undefined,
  idleMs: () => 0,
  stop: () => Promise.resolve(),
}

const http = createServer()

const ways: Record<FanOptions['way'], (options: FanOptions) => () => void> = {
  ours: ({ connection }) => {
    const db = connectDatabase({ connection, limits: limits.database, log: createLogger('silent') })
    const live = openLive(http, makePlatform({ db }), stillStream, { render: {}, on: {} })
    return () => live.broadcast([room.all, room.admins], 'position', position)
  },
  ws: () => {
    const server = new WebSocketServer({ server: http, perMessageDeflate: false })
    return () => {
      const text = JSON.stringify(['position', position])
      for (const client of server.clients) if (client.readyState === WebSocket.OPEN) client.send(text)
    }
  },
  'socket.io': () => {
    const server = new Server(http, { transports: ['websocket'] })
    server.on('connection', (socket) => void socket.join(['role:driver', `user:${socket.id}`]))
    return () => void server.to('role:driver').emit('position', position)
  },
}

const nextTurn = () => new Promise((done) => setImmediate(done))

process.on('disconnect', () => process.exit(0))
process.once('message', (options: FanOptions) => {
  const send = ways[options.way](options)
  http.listen(0, '127.0.0.1', () => {
    process.send?.({ url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}` })
    process.on('message', ({ events }: { events: number }) => {
      void (async () => {
        const before = process.cpuUsage()
        for (let i = 0; i < events; i++) {
          send()
          await nextTurn()
        }
        const { user, system } = process.cpuUsage(before)
        process.send?.({ micros: user + system, bytes: process.memoryUsage().rss })
      })()
    })
  })
})
