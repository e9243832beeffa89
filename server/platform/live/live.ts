import type { Server as NodeServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { EventStream } from './event-stream.ts'
import { ClientStream, type Render } from './client-stream.ts'
import { framed, sendFramed, sendVolatile } from './live-frame.ts'
import { markOf, mayOpen, tokenOf } from './live-handshake.ts'
import { listen, type OnMessage } from './live-messages.ts'
import { LiveRooms, type Listener } from './live-rooms.ts'
import { findEnded } from './live-sessions.ts'
import { findSession, renewBehind } from '../sessions/session-guard.ts'
import type { Person, Platform } from '../http/use-case.ts'

export interface LiveOptions {
  /** By event kind: what a viewer sees of it. A kind without an entry is not sent to anybody. */
  readonly render: Readonly<Record<string, Render>>
  /** By message name: what clients may send. */
  readonly on: Readonly<Record<string, OnMessage>>
}

export interface Live {
  /** Latest wins, may be lost: positions. Once per link, however many of the rooms it is in. */
  broadcast(rooms: readonly string[], name: string, payload: unknown): void
  /** Open links. */
  count(): number
  close(): Promise<void>
}

interface Link extends Listener {
  readonly socket: Socket
  readonly person: Person
}

/** A client that does not read is told to come again: what it missed is in the stream. */
const MOST_UNSENT = 1000

const openIo = (http: NodeServer, app: Platform): Server =>
  new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: app.config.limits.live.messageBytes,
    pingInterval: 10_000,
    pingTimeout: 8000,
    connectTimeout: 5000,
    allowRequest: (request, decide) => decide(null, mayOpen(request, app.config)),
  })

/** The live layer (design §9): durable events by (epoch, seq), positions by latest wins, messages from clients. */
export const openLive = (http: NodeServer, app: Platform, stream: EventStream, options: LiveOptions): Live => {
  const { config, db, log } = app
  const limits = config.limits.live
  const links = new Set<Link>()
  const rooms = new LiveRooms<Link>()
  const io = openIo(http, app)

  io.use((socket, next) => {
    const token = tokenOf(socket.handshake.auth, socket.request, config)
    const found =
      token === undefined ? Promise.resolve(undefined) : findSession(db.request, token, config.limits.session)
    found.then(
      (session) => {
        if (session) {
          renewBehind(app, session)
          ;(socket.data as { person?: Person }).person = session.person
        }
        next(session ? undefined : new Error('not_logged_in'))
      },
      () => next(new Error('busy_try_again')),
    )
  })

  const dropOldest = (person: Person): void => {
    const own = [...links].filter((link) => link.person.id === person.id)
    for (const link of own.slice(0, Math.max(0, own.length - limits.socketsPerPerson))) link.socket.disconnect(true)
  }

  const lineOf = (socket: Socket) => ({
    hello: (hello: object) => void socket.emit('hello', hello),
    events: (events: readonly object[]) => {
      if (socket.conn.transport.writable || unsent(socket) < MOST_UNSENT) sendFramed(socket, 'event', events)
      else socket.disconnect(true)
    },
    drop: () => void socket.disconnect(true),
  })

  io.on('connection', (socket) => {
    const person = (socket.data as { person: Person }).person
    const follower = new ClientStream({
      person,
      mark: markOf(socket.handshake.auth),
      db,
      stream,
      limits,
      render: options.render,
      line: lineOf(socket),
      onError: (error) => log.error({ err: error, userId: person.id }, 'an event could not be shown'),
    })
    const link: Link = { socket, person, rooms: follower.rooms, push: (events) => follower.push(events) }
    links.add(link)
    rooms.enter(link)
    socket.on('disconnect', () => {
      follower.close()
      rooms.leave(link)
      links.delete(link)
    })
    listen(socket, person, { on: options.on, limits, log })
    dropOldest(person)
    follower.start().catch((error: unknown) => {
      log.warn({ err: error }, 'a link could not be opened')
      socket.disconnect(true)
    })
  })

  const unsubscribe = stream.subscribe((events) => rooms.tell(events))

  const endSessions = async (): Promise<void> => {
    const ended = await findEnded(
      db,
      [...links].map((link) => link.person),
    )
    for (const { socket, person } of links) {
      const key = ended.get(person.sessionId)
      if (key === undefined) continue
      socket.emit('bye', { key })
      socket.disconnect(true)
    }
  }
  let checking = false
  const timer = setInterval(() => {
    if (checking) return
    checking = true
    endSessions()
      .catch((error: unknown) => log.warn({ err: error }, 'sessions of open links could not be checked'))
      .finally(() => (checking = false))
  }, limits.revokedCheckMs)

  return {
    broadcast: (to, name, payload) => {
      const event = framed(name, payload)
      for (const { socket } of rooms.inside(to)) sendVolatile(socket, event)
    },
    count: () => links.size,
    close: () => {
      clearInterval(timer)
      unsubscribe()
      io.disconnectSockets(true)
      io.engine.close()
      return Promise.resolve()
    },
  }
}

/** Packets that wait in memory for this client. */
const unsent = (socket: Socket): number => (socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length
