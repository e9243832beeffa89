import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { AppError } from '@remis/domain/messages/app-error'
import type { FastifyInstance } from 'fastify'
import { mapError } from './error-mapper.ts'
import { securityHeaders } from './security-headers.ts'

const statusOf = (code: string | undefined): number =>
  code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400

/**
 * Answers what Node's parser refuses (no HTTP, oversized headers, requests that do not end) in the shape of all errors,
 * and closes the connection.
 */
export const answerBrokenRequest = (publicUrl: string) => {
  const { body } = mapError(new AppError(400, 'invalid_input'))
  const text = JSON.stringify(body)
  const headers = Object.entries({
    ...securityHeaders(publicUrl),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = statusOf(error.code)
    if (socket.writable)
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}x-request-id: ${randomUUID()}\r\n\r\n${text}`,
      )
    socket.destroy(error)
  }
}

/**
 * Ends a request whose body does not arrive within `seconds`, with 408. The body of a picture has the server's own
 * limit for a whole request, since it takes minutes over a slow network.
 */
export const endSlowBodies = (server: FastifyInstance, seconds: number): void => {
  server.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
    // A request that the process makes to itself (inject) has no connection.
    const { socket } = raw
    if (hasBody && socket instanceof Socket && routeOptions.config?.uploads === undefined) {
      const late = Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      const timer = setTimeout(() => {
        if (!raw.complete) server.server.emit('clientError', late, socket)
      }, seconds * 1000)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
