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
  /** Each event once and in order [invariants-E2]. */
  event(event: LiveEvent): void
  /** Loaded state may be stale: load it again. */
  reload(): void
  /** Latest wins; may be lost. */
  position?(position: TripPosition): void
}

const ackMs = 5000
const retryMs = 1500

/** The live link of one driver. It reconnects and resumes after the last event. */
export const openLiveLink = (base: string, session: Session, listener: Listener): LiveLink => {
  let mark: Mark | null = null
  let retryTimer: NodeJS.Timeout | undefined
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
      () => connectLater(),
    )
  }
  const connectLater = () => {
    clearTimeout(retryTimer)
    retryTimer = setTimeout(connect, retryMs)
  }
  socket.on('connect_error', (error) => {
    if (error.message === 'not_logged_in') session.forget()
    // Socket.IO does not reconnect after a refusal by the server.
    if (!socket.active) connectLater()
  })
  socket.on('disconnect', () => {
    if (!socket.active && !closed) connectLater()
  })
  socket.on('bye', () => session.forget())
  socket.on('hello', (hello) => {
    const state = welcome(mark, hello)
    mark = state.mark
    if (state.next !== 'resume') listener.reload()
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
      clearTimeout(retryTimer)
      socket.close()
    },
  }
}
