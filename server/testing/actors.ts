import { randomUUID } from 'node:crypto'
import type { LiveEvent, Mark } from '@remis/domain/live/live-events'
import { makeCall, type CallFunction, type Transport } from '@remis/domain/kit/call'
import { io, type Socket } from 'socket.io-client'

/** A client of the API: calls with its token, and a live connection that collects messages. */
export interface Actor {
  readonly call: CallFunction
  readonly token: string | undefined
  connect(mark?: Mark | null): Promise<Link>
}

export interface Hello extends Mark {
  readonly reset: boolean
  readonly now: number
}

export interface Link {
  readonly socket: Socket
  readonly hello: Hello
  readonly events: LiveEvent[]
  /** Messages that are not durable events, for example positions. */
  readonly received: { readonly name: string; readonly payload: unknown }[]
  /** Waits until `met` holds; fails after `forMs`. */
  until(met: () => boolean, forMs?: number): Promise<void>
  send(name: string, payload: unknown): Promise<unknown>
  close(): void
}

export const waitFor = async (met: () => boolean | Promise<boolean>, forMs = 15_000): Promise<void> => {
  const end = performance.now() + forMs
  while (!(await met())) {
    if (performance.now() > end) throw new Error(`not met within ${forMs} ms: ${met.toString()}`)
    await new Promise((done) => setTimeout(done, 5))
  }
}

const openLink = async (base: string, token: string | undefined, mark: Mark | null): Promise<Link> => {
  const socket = io(base, { transports: ['websocket'], reconnection: false, forceNew: true, auth: { token, mark } })
  const events: LiveEvent[] = []
  const received: { name: string; payload: unknown }[] = []
  socket.on('event', (event: LiveEvent) => events.push(event))
  socket.onAny(
    (name: string, payload: unknown) => name !== 'event' && name !== 'hello' && received.push({ name, payload }),
  )
  const hello = await new Promise<Hello>((done, fail) => {
    socket.once('hello', done)
    socket.once('connect_error', fail)
    socket.once('disconnect', (reason) => fail(new Error(`the connection was closed: ${reason}`)))
  })
  return {
    socket,
    hello,
    events,
    received,
    until: waitFor,
    send: (name, payload) => socket.timeout(5000).emitWithAck(name, payload) as Promise<unknown>,
    close: () => void socket.close(),
  }
}

/** Its links end with their server. */
export const actorOf = (base: string, token: string | undefined, ask: Transport['fetch'] = fetch): Actor => ({
  token,
  call: makeCall({ fetch: ask, base, token: () => token, newKey: () => randomUUID() }),
  connect: (mark = null) => openLink(base, token, mark),
})
