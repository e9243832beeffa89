import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/**
 * Below this the reply is on its way in one flight (ten packets, RFC 6928), and to pack it would only take a turn of a
 * helper thread: a millisecond or two before a driver hears that the ride is theirs. Bytes.
 */
const WORTH_IT = 4096

/** Levels that cost less than a millisecond for the replies we have; files of the web app were packed when built. */
const pack = {
  br: (bytes: string | Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: string | Buffer) => promisify(gzip)(bytes, { level: 6 }),
} as const

const packable = /^(application\/(json|[\w.-]+\+json)|text\/)/

/** The best of ours that the client takes (RFC 9110 §12.5.3; `;q=0` refuses). */
export const encodingFor = (accepted: string | undefined): keyof typeof pack | undefined => {
  const taken = (accepted ?? '')
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim().toLowerCase()))
    .filter(([, quality]) => quality === undefined || !/^q=0(\.0*)?$/.test(quality))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((name) => taken.includes(name))
}

/**
 * Packs texts over 4 kB: JSON, pages. Safe against BREACH, which guesses a secret by the length of a packed reply that
 * holds both the secret and something the attacker chose: sessions are in cookies, there is no CSRF token (writes ask
 * for the Origin), the pages' nonce is a fresh one in each reply, and one-time tokens are in replies to POST alone,
 * which another site cannot make a browser send.
 */
export const compressReplies = (fastify: FastifyInstance): void => {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload)
    if (Buffer.byteLength(payload) < WORTH_IT || reply.getHeader('content-encoding') !== undefined)
      return done(null, payload)
    if (!packable.test(String(reply.getHeader('content-type') ?? ''))) return done(null, payload)
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === undefined) return done(null, payload)
    reply.removeHeader('content-length').header('content-encoding', encoding)
    pack[encoding](payload).then((packed) => done(null, packed), done)
  })
}
