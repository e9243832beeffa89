import { io } from 'socket.io-client'

/** Socket.IO's client with our timeouts, for comparison with our live client. */
export const openPlainClient = (base: string, heard: (n: number) => void): { connected(): boolean; close(): void } => {
  const socket = io(base, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 4000,
  })
  socket.on('event', heard)
  return { connected: () => socket.connected, close: () => void socket.close() }
}
