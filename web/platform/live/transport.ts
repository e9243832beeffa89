import type { FromClient, FromServer, Handshake } from '@remis/domain/live/live-events'
import { io, type Socket } from 'socket.io-client'
import type { Transport } from './live-link.ts'

const shaken = (ms: number) => ms * (0.5 + Math.random())

/**
 * Socket.IO as a transport. Reconnects after 0.5 s to 8 s with jitter; when the server disconnected on purpose (busy,
 * too many tabs) it reconnects later.
 */
export const connectWire = (shake: () => Handshake): Transport => {
  const socket: Socket<FromServer, FromClient> = io({
    transports: ['websocket'],
    auth: (give) => give(shake()),
    reconnectionDelay: 500,
    reconnectionDelayMax: 8000,
    randomizationFactor: 0.5,
    timeout: 10_000,
  })
  let again: ReturnType<typeof setTimeout> | undefined
  const reconnectLater = () => {
    clearTimeout(again)
    again = setTimeout(() => void socket.connect(), shaken(4000))
  }
  return {
    on: (name, run) => void socket.on(name, run as never),
    onDown: (run) => {
      socket.on('disconnect', (reason) => {
        run(false)
        if (reason === 'io server disconnect') reconnectLater()
      })
      socket.on('connect_error', (error) => {
        // `active`: network failure, Socket.IO retries; else the server refused the connection
        const refused = !socket.active && error.message === 'not_logged_in'
        run(refused)
        if (!socket.active && !refused) reconnectLater()
      })
    },
    // skips the wait between two tries, because the network is back
    connect: () => {
      if (!socket.connected) socket.disconnect().connect()
    },
    connected: () => socket.connected,
    close: () => {
      clearTimeout(again)
      socket.close()
    },
    sendTyping: (typing) => void socket.volatile.emit('typing', typing),
    send: (batch) => socket.timeout(5000).emitWithAck('positions', batch),
  }
}
