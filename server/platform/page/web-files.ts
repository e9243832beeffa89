import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeFirstReply, type FirstWords, type PageQuery } from './first-reply.ts'
import { contentSecurityPolicy } from '../http/security-headers.ts'
import { cookieName } from '../sessions/session-guard.ts'
import { serveManifest } from './web-manifest.ts'

/** Placeholder of the nonce in the built page (Vite's `html.cspNonce`). */
const PLACE = '__CSP_NONCE__'

/** Used before the operator has set anything. */
const builtInWords: FirstWords = { appName: 'Remis', company: 'Remis', email: '', languages: [], carTypes: null }

export interface WebOptions {
  /** of the built web app */
  readonly folder: string
  readonly publicUrl: string
  readonly formOrigins?: readonly string[]
  /** must not reject, because every page needs it */
  readonly firstWords?: () => Promise<FirstWords>
}

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

const decoded = (value: string | undefined): string | undefined => {
  try {
    return value === undefined ? undefined : decodeURIComponent(value)
  } catch {
    return undefined // not set by us
  }
}

const pageQuery = (request: FastifyRequest, session: string): PageQuery => ({
  path: request.url.split(/[?#]/)[0] ?? '/',
  language: decoded(request.cookies['remis.language']),
  look: request.cookies['remis.look'],
  signedIn: request.cookies[session] !== undefined,
})

/**
 * Serves the built web app: files with a hash in their name are cached for a year, all others revalidated, and every
 * address of a screen gets the page. Returns the handler for requests that no route answers.
 */
export const serveWeb = async (
  fastify: FastifyInstance,
  { folder, publicUrl, formOrigins = [], firstWords = () => Promise.resolve(builtInWords) }: WebOptions,
): Promise<((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined) | undefined> => {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return undefined
  const firstReply = makeFirstReply(folder, readFileSync(file, 'utf8'), publicUrl)
  const session = cookieName(publicUrl)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const page = firstReply(pageQuery(request, session), await firstWords())
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce, formOrigins))
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(PLACE, nonce))
  }
  fastify.get('/', sendPage)
  fastify.get('/index.html', sendPage)
  serveManifest(fastify, firstWords)
  await fastify.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/index.html', '**/prerendered.json*', '**/*.gz', '**/*.br'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      // a worker uses the policy of its file, not the page's: the map's worker fetches tiles
      reply.header('content-security-policy', ASSETS)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return (request, reply) => (wantsPage(request) ? sendPage(request, reply) : undefined)
}
