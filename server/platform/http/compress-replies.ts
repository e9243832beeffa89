import fastifyCompress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/**
 * Compresses text replies over 4 kB of the routes that are added after this call: a shorter one fits into the first ten
 * packets of a connection (RFC 6928). Files of the web app are compressed when it is built.
 *
 * Safe against BREACH, which guesses a secret from the length of a compressed reply that holds both the secret and text
 * the attacker chose: sessions are in cookies, there is no CSRF token (writes check the Origin), the nonce of a page is
 * new in each reply, and one-time tokens are only in replies to POST, which another site cannot make a browser send.
 */
export const compressReplies = async (fastify: FastifyInstance): Promise<void> => {
  await fastify.register(fastifyCompress, {
    threshold: 4096,
    encodings: ['br', 'gzip'],
    customTypes: /^(application\/(json|[\w.-]+\+json)|text\/)/,
    // A compressed request body could be a bomb far over the body limit.
    globalDecompression: false,
  })
}
