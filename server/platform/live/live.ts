import type { IncomingMessage, Server as NodeServer } from 'node:http'
import { room, roomsOf, type Mark } from '@remis/domain/live/live-events'
import { Server, type Socket } from 'socket.io'
import { FloodLimit } from '../http/flood-limit.ts'
import { addressNet } from '../security/address-net.ts'
import { clientAddress, trustedProxies } from '../security/trusted-proxies.ts'
import { findSession, renewInBackground } from '../sessions/session-guard.ts'
import type { Person, Platform } from '../http/use-case.ts'
import { ClientStream, type Render } from './client-stream.ts'
import type { EventStream, StreamEvent } from './event-stream.ts'
import { followBookings } from './follow-bookings.ts'
import { markOf, mayOpen, tokenOf } from './live-handshake.ts'
import { listen, type OnMessage } from './live-messages.ts'
import { findEnded } from './live-sessions.ts'

export interface LiveOptions {
  /** By event kind: the view of it that a viewer gets. A kind without an entry is not sent. */
  readonly render: Readonly<Record<string, Render>>
  /** By message name: what clients may send. */
  readonly on: Readonly<Record<string, OnMessage>>
  /** Must admins have a second step? [design/accounts-69] */
  readonly needsTwoFactor?: () => Promise<boolean>
}

export interface Live {
  /**
   * Sends to every open socket in these rooms, once each. The latest replaces earlier ones and may be lost: positions.
   */
  broadcast(rooms: readonly string[], name: string, payload: unknown): void
  /** The last event that was delivered. A read that begins later sees it and all before it. */
  mark(): Mark
  /** Open sockets. */
  count(): number
  close(): Promise<void>
}

interface SocketData {
  person: Person
  stream: ClientStream
}
type LiveServer = Server<Record<string, never>, Record<string, (...args: unknown[]) => void>, object, SocketData>
type LiveSocket = Socket<Record<string, never>, Record<string, (...args: unknown[]) => void>, object, SocketData>

/** A slow client with more unsent messages than this is disconnected; it resumes from the stream. */
const MOST_UNSENT = 1000

/**
 * Limits handshakes, because each costs a look-up. Addresses behind trusted proxies count separately, IPv6 addresses by
 * their network [design/access-79].
 */
const handshakeRate = ({ config, security }: Platform): ((request: IncomingMessage) => boolean) => {
  const floods = new FloodLimit()
  const isTrusted = trustedProxies(config.trustProxy)
  return (request) => {
    const address = clientAddress(request, isTrusted)
    try {
      floods.count('handshake', addressNet(address), config.limits.live.handshakesPerAddress, Date.now())
      return true
    } catch {
      security.record({ kind: 'too-many-requests', address, messageKey: 'too_many_requests', route: 'live connection' })
      return false
    }
  }
}

const openIo = (http: NodeServer, app: Platform): LiveServer => {
  const isWithinRate = handshakeRate(app)
  return new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: app.config.limits.live.messageBytes,
    pingInterval: 10_000,
    pingTimeout: 8000,
    connectTimeout: 5000,
    allowRequest: (request, decide) => decide(null, mayOpen(request, app.config) && isWithinRate(request)),
  })
}

/** Opens a connection only for a session that is valid. */
const admitSessions = (io: LiveServer, app: Platform, { needsTwoFactor }: LiveOptions): void => {
  const { config, db } = app
  const asked = new WeakSet<LiveSocket['conn']>()
  io.use((socket, next) => {
    const { conn } = socket
    // The protocol allows many tries on one connection, and each costs a look-up, so only the first one is read.
    if (asked.has(conn)) return conn.close()
    asked.add(conn)
    const refuse = (why: string) => {
      next(new Error(why))
      // The refusal is sent in the next tick.
      setImmediate(() => conn.close())
    }
    const token = tokenOf(socket.handshake.auth, socket.request, config)
    const found =
      token === undefined ? Promise.resolve(undefined) : findSession(db.request, token, config.limits.session)
    const admitted = found.then(async (session) => {
      if (session === undefined) return 'not_logged_in'
      if (session.person.oneStep && (await needsTwoFactor?.())) return 'two_factor_required'
      renewInBackground(app, session)
      socket.data.person = session.person
      return undefined
    })
    admitted.then(
      (refusal) => (refusal === undefined ? next() : refuse(refusal)),
      () => refuse('busy_try_again'),
    )
  })
}

/** Counts the messages that wait in memory for this client. */
const countUnsent = ({ conn }: LiveSocket): (() => number) => {
  let unsent = 0
  conn.on('packetCreate', () => unsent++)
  conn.on('flush', () => (unsent = 0))
  return () => unsent
}

/** Disconnects the sockets of sessions that have ended [design/live-10]. Returns what stops the checks. */
const checkSessions = (
  { config, db, log }: Platform,
  sockets: ReadonlyMap<string, LiveSocket>,
  { needsTwoFactor }: LiveOptions,
): (() => void) => {
  const check = async (): Promise<void> => {
    const open = [...sockets.values()].map((socket) => ({ socket, person: (socket.data as SocketData).person }))
    const ended = await findEnded(
      db,
      open.map(({ person }) => person),
      (await needsTwoFactor?.()) ?? false,
    )
    for (const { socket, person } of open) {
      const why = ended.get(person.sessionId)
      if (why === undefined) continue
      socket.emit('bye', why)
      socket.disconnect(true)
    }
  }
  let checking = false
  const timer = setInterval(() => {
    if (checking) return
    checking = true
    check()
      .catch((error: unknown) => log.warn({ err: error }, 'sessions of live connections could not be checked'))
      .finally(() => (checking = false))
  }, config.limits.live.revokedCheckMs)
  return () => clearInterval(timer)
}

/**
 * The live layer: durable events by (epoch, seq), positions where the latest wins, messages from clients
 * [design/live-1].
 */
export const openLive = (http: NodeServer, app: Platform, stream: EventStream, options: LiveOptions): Live => {
  const { config, db, log } = app
  const limits = config.limits.live
  const io = openIo(http, app)
  const { adapter, sockets } = io.of('/')

  admitSessions(io, app, options)

  /** A room lists its sockets in the order in which they joined. */
  const dropOldest = (person: Person): void => {
    const own = [...(adapter.rooms.get(room.user(person.id)) ?? [])]
    for (const id of own.slice(0, Math.max(0, own.length - limits.socketsPerPerson))) {
      sockets.get(id)?.emit('displaced')
      sockets.get(id)?.disconnect(true)
    }
  }

  const transportOf = (socket: LiveSocket) => {
    const unsent = countUnsent(socket)
    return {
      hello: (hello: object) => void socket.emit('hello', hello),
      events: (events: readonly object[]) => {
        if (!socket.conn.transport.writable && unsent() >= MOST_UNSENT) socket.disconnect(true)
        else for (const event of events) socket.emit('event', event)
      },
      drop: () => void socket.disconnect(true),
    }
  }

  io.on('connection', (socket) => {
    const { person } = socket.data as SocketData
    const client = new ClientStream({
      person,
      mark: markOf(socket.handshake.auth),
      db,
      stream,
      limits,
      render: options.render,
      transport: transportOf(socket),
      onError: (error) => log.error({ err: error, userId: person.id }, 'a live event could not be sent'),
    })
    socket.data.stream = client
    // With the adapter in memory this is done when it returns.
    void socket.join([...roomsOf(person)])
    socket.on('disconnect', () => client.close())
    listen(socket, person, { on: { ...options.on, follow: followBookings(socket) }, limits, log })
    dropOldest(person)
    client.start().catch((error: unknown) => {
      log.warn({ err: error }, 'a live connection could not be opened')
      socket.disconnect(true)
    })
  })

  /** Pushes to each client the events of its rooms, in order and each once, however many of its rooms are addressed. */
  const deliver = (events: readonly StreamEvent[]): void => {
    const bySocket = new Map<string, StreamEvent[]>()
    for (const event of events)
      for (const id of new Set(event.audience.flatMap((name) => [...(adapter.rooms.get(name) ?? [])]))) {
        const own = bySocket.get(id)
        if (own === undefined) bySocket.set(id, [event])
        else own.push(event)
      }
    for (const [id, own] of bySocket) (sockets.get(id)?.data as SocketData | undefined)?.stream.push(own)
  }
  const unsubscribe = stream.subscribe(deliver)

  const stopChecks = checkSessions(app, sockets, options)

  return {
    broadcast: (rooms, name, payload) => {
      // Without a room Socket.IO would send to everyone.
      if (rooms.length > 0) io.to([...rooms]).volatile.emit(name, payload)
    },
    mark: () => ({ epoch: stream.epoch, seq: stream.cursor }),
    count: () => sockets.size,
    close: () => {
      stopChecks()
      unsubscribe()
      io.disconnectSockets(true)
      io.engine.close()
      return Promise.resolve()
    },
  }
}
