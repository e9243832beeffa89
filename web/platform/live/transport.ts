import type { FromClient, FromServer, Handshake } from '@remis/domain/live/live-events'
import { io, type Socket } from 'socket.io-client'
import { whileVisible, type Page } from '../page/while-visible.ts'
import type { Transport } from './live-link.ts'

const shaken = (ms: number) => ms * (0.5 + Math.random())

/**
 * Socket.IO as a transport. Reconnects after 0.5 s to 8 s with jitter; when the server disconnected on purpose (a slow
 * client, too many pages) it reconnects later.
 */
export const connectSocket = (handshake: () => Handshake, page: Page = document): Transport => {
  const socket: Socket<FromServer, FromClient> = io({
    transports: ['websocket'],
    auth: (give) => give(handshake()),
    reconnectionDelay: 500,
    reconnectionDelayMax: 8000,
    randomizationFactor: 0.5,
    timeout: 10_000,
  })
  let again: ReturnType<typeof setTimeout> | undefined
  let displaced = false
  /** set while the page is hidden and has left its place to a newer one */
  let stopWaiting: (() => void) | undefined
  const reconnectLater = () => {
    clearTimeout(again)
    again = setTimeout(() => void socket.connect(), shaken(4000))
  }
  // A hidden page would take the place of another, which would come back and so on [design/live-69].
  const reconnectWhenVisible = () => {
    stopWaiting = whileVisible(() => {
      endWaiting()
      void socket.connect()
    }, page)
  }
  const endWaiting = () => {
    stopWaiting?.()
    stopWaiting = undefined
  }
  socket.on('displaced', () => void (displaced = true))
  return {
    on: (name, run) => void socket.on(name, run as never),
    onDown: (run) => {
      socket.on('disconnect', (reason) => {
        run(false)
        const reconnect = displaced && page.visibilityState === 'hidden' ? reconnectWhenVisible : reconnectLater
        displaced = false
        if (reason === 'io server disconnect') reconnect()
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
      if (!socket.connected && stopWaiting === undefined) socket.disconnect().connect()
    },
    connected: () => socket.connected,
    close: () => {
      clearTimeout(again)
      endWaiting()
      socket.close()
    },
    // not volatile: a dropped one would leave the page without positions
    follow: (shown) => void socket.emit('follow', shown),
    sendTyping: (typing) => void socket.volatile.emit('typing', typing),
    send: (batch) => socket.timeout(5000).emitWithAck('positions', batch),
  }
}
