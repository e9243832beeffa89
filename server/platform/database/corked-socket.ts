import { Socket } from 'node:net'

/**
 * For a connection to the database: what is said in one turn of the process is one write to the socket. A statement is
 * five messages and a move sends several statements at once; each write costs a call of the system and wakes the other
 * side.
 */
export const corkedSocket = (): Socket => {
  const socket = new Socket()
  let held = false
  const letGo = (): void => {
    held = false
    socket.uncork()
  }
  // Connecting puts Node's own `write` back.
  socket.once('connect', () => {
    const write = socket.write.bind(socket) as (...words: unknown[]) => boolean
    socket.write = (...words: unknown[]): boolean => {
      if (!held) {
        held = true
        socket.cork()
        process.nextTick(letGo)
      }
      return write(...words)
    }
  })
  return socket
}
