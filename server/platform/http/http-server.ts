import { randomUUID } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import { AppError } from '@remis/domain/messages/app-error'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { serveApiReader } from '../openapi/api-reader.ts'
import { answerBrokenRequest, endSlowBodies } from './broken-requests.ts'
import { compressReplies } from './compress-replies.ts'
import { acceptUploads } from './parse-input.ts'
import { mapError, type MessageOf } from './error-mapper.ts'
import type { PageData } from '../page/first-reply.ts'
import { serveMetrics } from '../runtime/metrics.ts'
import { mountEndpoints, type MountOptions } from './mount-endpoints.ts'
import { guardDocs } from '../security/guard-docs.ts'
import { refuseElsewhere } from '../security/refuse-foreign-hosts.ts'
import { securityHeaders } from './security-headers.ts'
import { trustedProxies } from '../security/trusted-proxies.ts'
import type { Platform, Served } from './use-case.ts'
import { serveFiles, servePages } from '../page/web-files.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    legacyError?: boolean
    /** media types of the file that the call takes instead of JSON */
    uploads?: readonly string[] | undefined
    /** called many times a minute by each driver */
    frequent?: boolean
  }
  interface FastifyRequest {
    /** The signed-in person's id, once it is known. */
    accountId: string | undefined
    /** The message key of the refusal. */
    refusalKey: string | undefined
  }
}

export interface HttpServerOptions extends MountOptions {
  /** Folder of the built web app; without it only the API is served. */
  readonly webFolder?: string
  /** What `/ready` needs beside the database. */
  readonly isReady?: () => boolean
  /** Origins that `form-action` of the pages allows beside our own. */
  readonly formOrigins?: readonly string[]
  /** The operator's data in the first reply of a page. */
  readonly pageData?: () => Promise<PageData>
  /** Text of a message in errors; the built-in English one without it. */
  readonly messageOf?: MessageOf
  /** Adds routes that are not endpoints: map tiles, pay forms. */
  readonly mountMore?: (fastify: FastifyInstance) => void
}

export interface HttpServer {
  readonly fastify: FastifyInstance
  /** Resolves with the address it listens on. */
  listen(): Promise<{ host: string; port: number }>
  /** `/ready` answers 503 from now on. */
  startDraining(): void
  /** Lets calls in flight finish, at most `limits.http.drainMs`, then cuts them. */
  drain(): Promise<void>
}

/** Calls are parsed by their endpoint's zod schemas. No route uses Fastify's: their compilers are slow to load. */
const noCompiler = () => () => {
  throw new Error('a route uses a schema of Fastify')
}

/** Did the client close the connection before it had sent the whole request? */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

const sendErrors =
  (app: Platform, messageOf: MessageOf | undefined): SendError =>
  (error, request, reply) => {
    const answer = mapError(error, request.routeOptions.config.legacyError === true, messageOf)
    const { id: requestId } = request
    // without the query, which may hold a token
    const [url = ''] = request.url.split('?', 1)
    if (answer.unknown && hasLeft(request)) app.log.debug({ requestId, url }, 'the client has left')
    else if (answer.unknown) app.log.error({ err: error, requestId, url }, 'a call failed')
    else if (answer.status === 503) app.log.warn({ err: error, requestId, url }, 'busy')
    request.refusalKey = answer.key
    if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter)
    return reply.status(answer.status).header('cache-control', 'no-store').send(answer.body)
  }

/** Statuses that may show an attacker; logged with account, address and message key [design/access-126]. */
const refusals = new Set([401, 403, 404, 429])

/** A sign-in records why it failed; a second step that is due is no failure. */
const ofSignIn = new Set(['login_error', 'auth_error', 'passkey_refused', 'two_factor_needed'])

/** A 404 is only logged: pages and links that do not exist are no attack. */
const recordRefusal = ({ security }: Platform, request: FastifyRequest, status: number): void => {
  if (status === 404 || ofSignIn.has(request.refusalKey ?? '')) return
  security.record({
    kind: status === 429 ? 'too-many-requests' : 'refused',
    userId: request.accountId,
    address: request.ip,
    messageKey: request.refusalKey ?? '',
    route: `${request.method} ${request.routeOptions.url ?? ''}`,
  })
}

/** Clients that send a content type with every call may send it without a body [design/api-6]. */
const readJson = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}

const logReplies = (server: FastifyInstance, app: Platform): void => {
  server.addHook('onResponse', (request, reply, done) => {
    const refused = refusals.has(reply.statusCode)
    if (refused) recordRefusal(app, request, reply.statusCode)
    const { method, routeOptions } = request
    const usual = method === 'GET' || method === 'HEAD' || routeOptions.config.frequent === true
    const quiet = usual && reply.statusCode < 500 && !refused
    const level = quiet ? 'debug' : 'info'
    if (!app.log.isLevelEnabled(level)) return done()
    const line = {
      requestId: request.id,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(refused ? { address: request.ip, accountId: request.accountId, key: request.refusalKey } : {}),
    }
    app.log[level](line, 'call')
    done()
  })
}

/** ms. Anyone may ask `/ready`, so the database is asked at most this often. */
const databaseCheckMs = 1000

/** Whether the database answers; calls share the running or last query. */
const databaseCheck = ({ db }: Platform): (() => Promise<boolean>) => {
  let last: { answers: Promise<boolean>; endedAt: number } | undefined
  return () => {
    if (last === undefined || performance.now() - last.endedAt >= databaseCheckMs) {
      const answers = sql`select 1`.execute(db.request).then(
        () => true,
        () => false,
      )
      const check = { answers, endedAt: Number.POSITIVE_INFINITY }
      void answers.then(() => (check.endedAt = performance.now()))
      last = check
    }
    return last.answers
  }
}

const serveState = (server: FastifyInstance, app: Platform, isReady: () => boolean): void => {
  const databaseAnswers = databaseCheck(app)
  server.get('/health', () => ({ status: 'ok' }))
  server.get('/ready', async (_request, reply) => {
    const database = await databaseAnswers()
    const ready = database && isReady()
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', database })
  })
}

type Mark = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

const openFastify = ({ config }: Platform, mark: Mark, sendError: SendError): FastifyInstance =>
  fastify({
    logger: false,
    bodyLimit: config.limits.http.bodyBytes,
    requestTimeout: config.limits.http.uploadSeconds * 1000,
    http: { headersTimeout: config.limits.http.requestSeconds * 1000 },
    trustProxy: trustedProxies(config.trustProxy),
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    clientErrorHandler: answerBrokenRequest(config.publicUrl),
    // A URL that cannot be decoded reaches no route and no hook.
    frameworkErrors: (error, request, reply) => void sendError(error, request, mark(request, reply)),
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  })

/** What every request passes before its route: parsers, cookies, the check of its host, headers, errors and the log. */
const prepareRequests = async (
  server: FastifyInstance,
  app: Platform,
  mark: Mark,
  sendError: SendError,
): Promise<void> => {
  const { config } = app
  server.removeContentTypeParser('text/plain')
  readJson(server)
  acceptUploads(server)
  await server.register(fastifyCookie)
  // RFC 9110, 10.1.1: an unknown expectation may be ignored; Node's default handler would answer 417.
  server.server.on('checkExpectation', (request, response) => server.routing(request, response))
  server.decorateRequest('accountId', undefined)
  server.decorateRequest('refusalKey', undefined)
  endSlowBodies(server, config.limits.http)
  const refuse = refuseElsewhere(config)
  server.addHook('onRequest', (request, reply, done) => {
    mark(request, reply)
    refuse(request.headers)
    done()
  })
  logReplies(server, app)
  // Before any route: a route keeps the handler that was set when it was added.
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply))
}

/** The HTTP server: headers, errors, the API, the web app, health and metrics. */
export const createHttpServer = async <Deps extends Platform>(
  app: Deps,
  served: readonly Served<Deps>[],
  options: HttpServerOptions,
): Promise<HttpServer> => {
  const { config } = app
  const headers = securityHeaders(config.publicUrl)
  const mark: Mark = (request, reply) => reply.headers(headers).header('x-request-id', request.id)
  const sendError = sendErrors(app, options.messageOf)
  const server = openFastify(app, mark, sendError)
  await prepareRequests(server, app, mark, sendError)

  const connectOrigins = config.maps.style?.origins ?? []
  // Before the compression, which only covers later routes: files are compressed when the web app is built.
  if (options.webFolder !== undefined) await serveFiles(server, options.webFolder, connectOrigins)
  await compressReplies(server)

  let draining = false
  serveState(server, app, () => !draining && (options.isReady?.() ?? true))
  serveMetrics(server, app)
  mountEndpoints(server, app, served, options)
  const declared = served.map(({ endpoint }) => endpoint)
  guardDocs(server, app)
  serveApiReader(server, declared, config.publicUrl)
  options.mountMore?.(server)
  if (options.webFolder !== undefined)
    servePages(server, {
      ...options,
      connectOrigins,
      googleMap: config.maps.drawing === 'google',
      folder: options.webFolder,
      publicUrl: config.publicUrl,
    })
  server.setNotFoundHandler((request, reply) => sendError(new AppError(404, 'not_found'), request, reply))

  return {
    fastify: server,
    listen: async () => {
      await server.listen({ host: config.host, port: config.port })
      const address = server.server.address()
      if (address === null || typeof address === 'string') throw new Error('the server is not listening on a port')
      return { host: address.address, port: address.port }
    },
    startDraining: () => (draining = true),
    drain: async () => {
      draining = true
      const cut = setTimeout(() => server.server.closeAllConnections(), config.limits.http.drainMs)
      await server.close()
      clearTimeout(cut)
    },
  }
}
