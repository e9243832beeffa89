import type { FromClient, FromServer, Handshake } from '@remis/domain/live/live-events'
import { io, type Socket } from 'socket.io-client'
import type { Wire } from './live-link.ts'

/** Socket.IO behind the link's own words. Connects again by itself: 0.5 s to 8 s, each wait shaken by half. */
export const connectWire = (shake: () => Handshake): Wire => {
  const socket: Socket<FromServer, FromClient> = io({
    transports: ['websocket'],
    auth: (give) => give(shake()),
    reconnectionDelay: 500,
    reconnectionDelayMax: 8000,
    randomizationFactor: 0.5,
    timeout: 10_000,
  })
  return {
    on: (name, run) => void socket.on(name, run as never),
    onDown: (run) => {
      socket.on('disconnect', (reason) => run(reason === 'io server disconnect'))
      socket.on('connect_error', () => run(false))
    },
    connect: () => void socket.connect(),
    connected: () => socket.connected,
    close: () => void socket.close(),
    send: (batch) => socket.timeout(5000).emitWithAck('positions', batch),
  }
}
