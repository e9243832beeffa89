import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { AppError } from '@remis/domain/messages/app-error'
import type { FastifyInstance } from 'fastify'
import type { Limits } from '../runtime/limits.ts'
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
 * Ends with 408 a request that is not complete after `requestSeconds`. The body of a picture takes minutes over a slow
 * network: it ends when nothing of it arrives for `uploadSilentSeconds`, and the server has a limit for the whole.
 */
export const endSlowBodies = (
  server: FastifyInstance,
  { requestSeconds, uploadSilentSeconds }: Pick<Limits['http'], 'requestSeconds' | 'uploadSilentSeconds'>,
): void => {
  server.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
    const { socket } = raw
    const end = () => {
      const late = Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      if (!raw.complete) server.server.emit('clientError', late, socket)
    }
    // A request that the process makes to itself (inject) has no connection.
    if (!hasBody || !(socket instanceof Socket)) return done()
    if (routeOptions.config?.uploads === undefined) {
      const timer = setTimeout(end, requestSeconds * 1000)
      raw.once('close', () => clearTimeout(timer))
    } else {
      raw.setTimeout(uploadSilentSeconds * 1000, end)
      // Work on a complete upload is no silence. After the answer the time is Node's, for the next request.
      raw.once('end', () => reply.raw.writableEnded || raw.setTimeout(0))
    }
    done()
  })
}
