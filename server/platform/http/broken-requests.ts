import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { AppError } from '@remis/domain/messages/app-error'
import { mapError } from './error-mapper.ts'
import { securityHeaders } from './security-headers.ts'

const statusOf = (code: string | undefined): number =>
  code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400

/** Answers what Node's parser refuses (no HTTP, oversized headers, requests that do not end) in the shape of all errors, and closes the connection. */
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
