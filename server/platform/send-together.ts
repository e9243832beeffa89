import { Socket } from 'node:net'

/**
 * For a connection to the database: what is said in one turn of the process is one write to the socket. A statement is
 * five messages and a move sends several at once, and each write wakes the other side.
 */
export const sendTogether = (): Socket => {
  const socket = new Socket()
  const write = socket.write.bind(socket) as (...words: unknown[]) => boolean
  let held = false
  socket.write = (...words: unknown[]): boolean => {
    if (!held) {
      held = true
      socket.cork()
      process.nextTick(() => {
        held = false
        socket.uncork()
      })
    }
    return write(...words)
  }
  return socket
}
