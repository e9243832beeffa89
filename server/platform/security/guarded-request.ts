import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { LRUCache } from 'lru-cache'
import {
  AddressRefused,
  connectError,
  connectingTo,
  outgoingAddresses,
  type OutgoingAddress,
} from './outgoing-address.ts'

export interface GatewayRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

export interface GatewayReply {
  readonly status: number
  /** At most `mostBytes`. */
  readonly body: string
  /** The reply was longer; the rest is not in `body`. */
  readonly cut?: boolean
}

/** Sends one request and follows no redirect. `onWritten`: the service may have got all of it. */
export type SendRequest = (request: GatewayRequest, timeoutMs: number, onWritten?: () => void) => Promise<GatewayReply>

export interface GuardedRequestOptions {
  /** Default 64 kB. */
  readonly mostBytes?: number
  /** Keeps connections open between requests. They stay with an address that was checked. */
  readonly keepAlive?: boolean
}

/**
 * Connects to an address that was checked, whatever the host resolves to a moment later, and to the next one when the
 * first does not answer. Plain http only goes to a named private network [design/mail-21].
 */
export const guardedRequest = (
  networks: string | undefined,
  { mostBytes = 64 * 1024, keepAlive = false }: GuardedRequestOptions = {},
): SendRequest => {
  const kept = { keepAlive: true, maxSockets: 50, timeout: 30_000 }
  // The pool of threads that resolves names also hashes passwords, so a service in steady use is not resolved per
  // request.
  const known = new LRUCache<string, readonly OutgoingAddress[]>({ max: 20, ttl: 60_000 })
  const checked = async (hostname: string): Promise<readonly OutgoingAddress[]> => {
    const kept = keepAlive ? known.get(hostname) : undefined
    if (kept !== undefined) return kept
    const found = await outgoingAddresses(hostname, networks)
    known.set(hostname, found)
    return found
  }
  const agents = keepAlive ? { http: new HttpAgent(kept), https: new HttpsAgent(kept) } : undefined
  return async ({ url, method, headers, body }, timeoutMs, onWritten) => {
    const { protocol, hostname } = new URL(url)
    const signal = AbortSignal.timeout(timeoutMs)
    const isTls = protocol === 'https:'
    const found = await within(signal, checked(hostname))
    const usable = isTls ? found : found.filter(({ named }) => named)
    if (usable.length === 0) throw new AddressRefused(`${hostname} is not in PROVIDER_NETWORKS, so it needs https`)
    const options: RequestOptions = {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      ...connectingTo(usable),
      agent: agents === undefined ? false : isTls ? agents.https : agents.http,
      signal,
    }
    return new Promise((done, fail) => {
      const sent = (isTls ? httpsRequest : httpRequest)(url, options, (reply) => {
        const parts: Buffer[] = []
        let bytes = 0
        const end = () =>
          done({
            status: reply.statusCode ?? 0,
            body: Buffer.concat(parts).subarray(0, mostBytes).toString('utf8'),
            ...(bytes > mostBytes ? { cut: true } : {}),
          })
        reply.on('data', (part: Buffer) => {
          parts.push(part)
          bytes += part.length
          if (bytes > mostBytes) {
            end()
            reply.destroy()
          }
        })
        reply.on('end', end)
        reply.on('error', fail)
      })
      sent.on('error', (error) => fail(connectError(error)))
      sent.on('finish', () => onWritten?.())
      sent.end(body)
    })
  }
}

/** The result, or the signal's reason when it comes first. */
export const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true })
    work.then(done, fail)
  })
