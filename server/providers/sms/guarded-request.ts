import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { AddressRefused, outgoingAddress } from '../../platform/security/outgoing-address.ts'

export interface GatewayRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

export interface GatewayReply {
  readonly status: number
  /** at most 64 kB */
  readonly body: string
}

/** Sends one request and follows no redirect. */
export type SendRequest = (request: GatewayRequest, timeoutMs: number) => Promise<GatewayReply>

const maxBytes = 64 * 1024

/**
 * Connects to the address that was checked, whatever the host resolves to a moment later. Plain http only goes to a named
 * private network [design/mail-21].
 */
export const guardedRequest =
  (networks: string | undefined): SendRequest =>
  async ({ url, method, headers, body }, timeoutMs) => {
    const { protocol, hostname } = new URL(url)
    const { address, family, named } = await outgoingAddress(hostname, networks)
    if (protocol !== 'https:' && !named)
      throw new AddressRefused(`${hostname} is not in PROVIDER_NETWORKS, so it needs https`)
    const options: RequestOptions = {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      lookup: (_host, { all }, done) => {
        const found = { address, family }
        if (all) done(null, [found])
        else done(null, address, family)
      },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    }
    return new Promise((done, fail) => {
      const sent = (protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (reply) => {
        const parts: Buffer[] = []
        let bytes = 0
        const end = () =>
          done({ status: reply.statusCode ?? 0, body: Buffer.concat(parts).subarray(0, maxBytes).toString('utf8') })
        reply.on('data', (part: Buffer) => {
          parts.push(part)
          bytes += part.length
          if (bytes > maxBytes) {
            end()
            reply.destroy()
          }
        })
        reply.on('end', end)
        reply.on('error', fail)
      })
      sent.on('error', fail)
      sent.end(body)
    })
  }
