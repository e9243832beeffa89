import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface Sent {
  readonly method: string
  /** path and query as sent over the wire */
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body?: Buffer
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly ms: number
}

/** The encodings that the server compresses with. */
const unpackers: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync }

/** A part of a file, or the answer to HEAD, cannot be decompressed. */
const textOf = (bytes: Buffer, encoding: string | undefined, status: number | undefined): string => {
  const unpack = status === 206 || bytes.length === 0 ? undefined : unpackers[encoding ?? 'identity']
  return (unpack?.(bytes) ?? bytes).toString('utf8')
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** A call over real HTTP. */
export const send = (base: string, { method, url, headers, body }: Sent): Promise<Answer> =>
  new Promise((done, fail) => {
    const since = performance.now()
    const { hostname, port } = new URL(base)
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    const call = request(
      { agent, hostname, port, method, path: url, headers: { ...length, ...headers }, timeout: 20_000 },
      (reply) => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('error', fail)
        reply.on('end', () => {
          const { statusCode: status, headers: received } = reply
          try {
            const text = textOf(Buffer.concat(parts), received['content-encoding'], status)
            done({ status: status ?? 0, headers: received, text, ms: performance.now() - since })
          } catch (error) {
            fail(new Error('the body cannot be decompressed', { cause: error }))
          }
        })
      },
    )
    call.on('timeout', () => call.destroy(new Error('no answer within 20 s')))
    call.on('error', fail)
    call.end(body)
  })

/**
 * Sends raw bytes over a separate socket; returns what came back until the server closed it or sent nothing for a
 * while.
 */
export const sendBytes = (base: string, bytes: Buffer, waitMs = 1000): Promise<string> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(base)
    const socket = connect(Number(port), hostname)
    const parts: Buffer[] = []
    const end = () => {
      socket.destroy()
      done(Buffer.concat(parts).toString('latin1'))
    }
    socket.setTimeout(waitMs, end)
    socket.on('data', (part) => parts.push(part))
    socket.on('end', end)
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? end() : fail(error),
    )
    socket.write(bytes)
  })
