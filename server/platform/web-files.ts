import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentSecurityPolicy } from './security-headers.ts'

/** The nonce's place in the built page, put there by Vite's `html.cspNonce`. */
const PLACE = '__CSP_NONCE__'

const ASSETS = contentSecurityPolicy(undefined)

const wantsPage = (request: FastifyRequest): boolean => {
  const path = request.url.split('?')[0] ?? ''
  const isFile = /\.[a-z0-9]{2,8}$/i.test(path)
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !path.startsWith('/api/') &&
    !isFile &&
    (request.headers.accept ?? '').includes('text/html')
  )
}

const sendPage = (reply: FastifyReply, page: string, formOrigins: readonly string[]): FastifyReply => {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .header('content-security-policy', contentSecurityPolicy(nonce, formOrigins))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(PLACE, nonce))
}

/**
 * Serves the built web app: files with a hash in their name for ever, everything else asked again each time, and the
 * page itself for every address of a screen. Returns the handler for what nothing else answers.
 */
export const serveWeb = async (
  fastify: FastifyInstance,
  folder: string,
  formOrigins: readonly string[] = [],
): Promise<((request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined) | undefined> => {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return undefined
  const page = readFileSync(file, 'utf8')
  fastify.get('/', (_request, reply) => sendPage(reply, page, formOrigins))
  fastify.get('/index.html', (_request, reply) => sendPage(reply, page, formOrigins))
  await fastify.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/index.html', '**/*.gz', '**/*.br'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      // A worker obeys the policy of its own file, not the page's: the map's fetches tiles.
      reply.header('content-security-policy', ASSETS)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return (request, reply) => (wantsPage(request) ? sendPage(reply, page, formOrigins) : undefined)
}
