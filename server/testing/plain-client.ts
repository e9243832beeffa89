import { io } from 'socket.io-client'

/** The library's own client as it comes, with the patience of ours: what our live link is compared with. */
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
