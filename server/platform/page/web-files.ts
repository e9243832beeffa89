import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeFirstReply, noncePlace, type PageData, type PageQuery } from './first-reply.ts'
import { contentSecurityPolicy, type PageSources } from '../http/security-headers.ts'
import { cookieName } from '../sessions/session-guard.ts'
import { serveManifest } from './web-manifest.ts'

/** Used until the operator has set anything. */
const defaultPageData: PageData = { appName: 'Remis', company: 'Remis', email: '', languages: [], carTypes: null }

export interface WebOptions extends PageSources {
  /** Folder of the built web app. */
  readonly folder: string
  readonly publicUrl: string
  /** Must not fail: a page is served in any case. */
  readonly pageData?: () => Promise<PageData>
}

const wantsPage = (request: FastifyRequest): boolean => {
  const path = request.url.split('?')[0] ?? ''
  const isFile = /\.[a-z0-9]{2,8}$/i.test(path)
  return !path.startsWith('/api/') && !isFile && (request.headers.accept ?? '').includes('text/html')
}

const decoded = (value: string | undefined): string | undefined => {
  try {
    return value === undefined ? undefined : decodeURIComponent(value)
  } catch {
    return undefined // not set by this app
  }
}

const pageQueryOf = (request: FastifyRequest, session: string): PageQuery => ({
  path: request.url.split(/[?#]/)[0] ?? '/',
  language: decoded(request.cookies['remis.language']),
  accepts: request.headers['accept-language'],
  look: request.cookies['remis.look'],
  signedIn: request.cookies[session] !== undefined,
})

/**
 * Serves the files of the built web app: hashed names are cached for a year, everything else is revalidated each time.
 */
export const serveFiles = async (
  fastify: FastifyInstance,
  folder: string,
  connectOrigins: readonly string[] = [],
): Promise<void> => {
  // A worker runs under the policy of its file, not the page's: the map's worker fetches tiles.
  const policy = contentSecurityPolicy(undefined, { connectOrigins })
  await fastify.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/index.html', '**/prerendered.json*', '**/*.gz', '**/*.br'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('content-security-policy', policy)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** Serves the page for the address of every screen, and the manifest. */
export const servePages = (
  fastify: FastifyInstance,
  { folder, publicUrl, pageData = () => Promise.resolve(defaultPageData), ...sources }: WebOptions,
): void => {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return
  const firstReply = makeFirstReply(folder, readFileSync(file, 'utf8'), publicUrl)
  const session = cookieName(publicUrl)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const page = firstReply(pageQueryOf(request, session), await pageData())
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce, sources))
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie, accept-language')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlace, nonce))
  }
  fastify.get('/', sendPage)
  fastify.get('/index.html', sendPage)
  fastify.get('/*', (request, reply) => (wantsPage(request) ? sendPage(request, reply) : reply.callNotFound()))
  serveManifest(fastify, pageData)
}
