import type { FromClient, FromServer, LiveEvent, Mark } from '@remis/domain/live/live-events'
import { follow, welcome } from '@remis/domain/live/resume'
import type { Fix, TripPosition } from '@remis/domain/tracking/tracking-api'
import { io, type Socket } from 'socket.io-client'
import type { Session } from './session.ts'

export interface LiveLink {
  connected(): boolean
  sendFixes(fixes: readonly Fix[]): Promise<{ lastSeq: number; dropped: number }>
  close(): void
}

interface Listener {
  /** Each event once and in order (design §9). */
  event(event: LiveEvent): void
  /** What is held may be stale: load everything anew. */
  reload(): void
  /** Latest wins, may be lost. */
  position?(position: TripPosition): void
}

const ackMs = 5000
const againMs = 1500

/** The live link of one driver, which comes back by itself and goes on where it was. */
export const openLiveLink = (base: string, session: Session, listener: Listener): LiveLink => {
  let mark: Mark | null = null
  let again: NodeJS.Timeout | undefined
  let closed = false
  const socket: Socket<FromServer, FromClient> = io(base, {
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 4000,
    auth: (give) => give({ token: session.token(), mark }),
  })
  const connect = () => {
    if (closed) return
    session.enter().then(
      () => (closed ? undefined : socket.connect()),
      () => later(),
    )
  }
  const later = () => {
    clearTimeout(again)
    again = setTimeout(connect, againMs)
  }
  socket.on('connect_error', (error) => {
    if (error.message === 'not_logged_in') session.forget()
    // Refused by the server and not by the network: the library does not try again by itself.
    if (!socket.active) later()
  })
  socket.on('disconnect', () => {
    if (!socket.active && !closed) later()
  })
  socket.on('bye', () => session.forget())
  socket.on('hello', (hello) => {
    const state = welcome(mark, hello)
    mark = state.mark
    if (state.reload) listener.reload()
  })
  socket.on('event', (event) => {
    const next = follow(mark, event)
    mark = next.mark
    if (next.apply) listener.event(event)
  })
  if (listener.position) socket.on('position', (position) => listener.position?.(position))
  connect()

  return {
    connected: () => socket.connected,
    sendFixes: async (fixes) => {
      const answer = await socket.timeout(ackMs).emitWithAck('positions', { fixes: [...fixes] })
      if ('error' in answer) throw new Error(answer.error.key)
      return answer
    },
    close: () => {
      closed = true
      clearTimeout(again)
      socket.close()
    },
  }
}
