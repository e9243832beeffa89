import { Readable } from 'node:stream'
import type { Endpoint } from '@remis/domain/kit/endpoint'
import type { FileReply } from '@remis/domain/kit/schema'
import { AppError } from '@remis/domain/messages/app-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit, cookieOf, deviceOf, findCaller, refuseForeignDownload } from './caller.ts'
import {
  checkRelation,
  checkRelationDeclared,
  readAhead,
  type AheadRead,
  type RelationResolvers,
} from './check-relation.ts'
import { makeCommit } from './commit-call.ts'
import { FloodLimit } from './flood-limit.ts'
import {
  findStored,
  hashRequest,
  isIdempotencyKey,
  ownerOfPerson,
  readIdempotencyKey,
  Replayed,
  toStored,
  type IdempotencyKey,
  type Stored,
} from './idempotency.ts'
import { parseInput, uploadReader, type RawInput } from './parse-input.ts'
import { fileSecurityPolicy } from './security-headers.ts'
import { addressNet } from '../security/address-net.ts'
import { secretBox, type SecretBox } from '../security/secret-box.ts'
import type { KeyedCall } from '../sessions/sessions.ts'
import type { Call, Platform, Served, Who } from './use-case.ts'

export interface MountOptions {
  /** Is demo mode on (AllowCriticalEditsAdmin off)? Required when an endpoint declares `refusedInDemo`. */
  readonly isDemo?: () => Promise<boolean>
  /** Must admins have a second step? Without it no one must. */
  readonly needsTwoFactor?: () => Promise<boolean>
  /** Relationships of a caller to an object, by kind of object; required for each kind that an endpoint names. */
  readonly relations?: Partial<RelationResolvers>
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** Mistakes in the endpoint table stop the start [design/principles-11]. */
export const checkTable = (served: readonly { readonly endpoint: Endpoint }[], options: MountOptions): void => {
  const seen = new Set<string>()
  for (const { endpoint } of served) {
    const name = nameOf(endpoint)
    if (seen.has(name)) throw new Error(`${name} is mounted twice`)
    seen.add(name)
    if ((endpoint.roles as readonly string[]).length === 0) throw new Error(`${name} names no role that may call it`)
    checkRelationDeclared(name, endpoint, options.relations)
    if (endpoint.refusedInDemo && !options.isDemo) throw new Error(`${name} needs the option isDemo`)
  }
}

const ownerOf = (who: Who, address: string): string =>
  who.kind === 'person' ? ownerOfPerson(who.id) : who.kind === 'visitor' ? `visitor:${who.id}` : `address:${address}`

const keyHeader = 'idempotency-key'

/** The key to look up in the session query. A malformed key is refused later, after roles and demo mode. */
const keyedCall = (endpoint: Endpoint, request: FastifyRequest): KeyedCall | undefined => {
  const key = request.headers[keyHeader]
  return endpoint.idempotent && isIdempotencyKey(key) ? { endpoint: nameOf(endpoint), key } : undefined
}

const idempotencyOf = (
  endpoint: Endpoint,
  request: FastifyRequest,
  owner: string,
  box: SecretBox,
): IdempotencyKey | undefined => {
  if (!endpoint.idempotent) return undefined
  const key = readIdempotencyKey(request.headers[keyHeader])
  if (key === undefined) throw new AppError(400, 'idempotency_key_missing')
  const { params, query, body = {} } = request
  return {
    owner,
    endpoint: nameOf(endpoint),
    key,
    bodyHash: hashRequest({ params, query, body }),
    box,
  }
}

const answerOf = (stored: Stored): unknown => {
  if ('reply' in stored) return stored.reply
  const { status, key, fields, extra } = stored.refused
  throw new AppError(status, key, { ...(fields ? { fields } : {}), ...(extra ? { extra } : {}) })
}

/** Drops undeclared fields: a field the caller may not see is absent from the bytes [design/api-5]. */
const shapeReply = (endpoint: Endpoint, reply: unknown): unknown => {
  const shaped = endpoint.reply.safeParse(reply)
  if (!shaped.success)
    throw new Error(`the reply of ${endpoint.method} ${endpoint.path} is not as declared: ${shaped.error.message}`)
  return shaped.data
}

/** Visitors get a new id with every token, so their calls are counted by their network. */
const floodSubject = (who: Who, net: string): string => (who.kind === 'person' ? who.id : net)

/**
 * A stream is not wrapped: one that is dropped before its first step would stay open, since its iterator has not
 * started.
 */
const asStream = (content: FileReply['content']): Readable =>
  content instanceof Readable ? content : Readable.from(content, { objectMode: false })

const sendFile = (reply: FastifyReply, { name, type, content }: FileReply): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    // A file that is opened as a page runs no script and loads nothing [design/files-6].
    .header('content-security-policy', fileSecurityPolicy)
    .send(asStream(content))

interface Prepared {
  readonly who: Who
  readonly input: RawInput
  readonly id: IdempotencyKey | undefined
  /** The stored answer to this key. */
  readonly earlier: Stored | undefined
  readonly ahead: AheadRead | undefined
}

interface MountGuards {
  readonly floods: FloodLimit
  readonly box: SecretBox
  readonly readUpload: ReturnType<typeof uploadReader>
}

const prepare = async <Deps extends Platform>(
  app: Deps,
  guards: MountGuards,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
): Promise<Prepared> => {
  const { limits } = app.config
  const { floods } = guards
  const net = addressNet(request.ip)
  floods.count('address', net, limits.floodPerAddress, Date.now())
  if (endpoint.file !== undefined) refuseForeignDownload(request)
  const isCaller = request.headers.authorization !== undefined || request.headers.cookie !== undefined
  const { params, body } = request
  const ahead = isCaller ? readAhead(app.db.request, endpoint, options.relations ?? {}, { params, body }) : undefined
  const { who, earlier } = await findCaller(app, request, reply, keyedCall(endpoint, request), endpoint.beforeApproval)
  if (who.kind === 'person') request.accountId = who.id
  floods.count(endpoint.rate, floodSubject(who, net), limits.floods[endpoint.rate], Date.now())
  admit(endpoint, who)
  // An admin without a second step may call what everyone may, as long as it gives an admin nothing more.
  const asAdmin = who.kind === 'person' && (endpoint.roles as readonly string[]).includes(who.role)
  if (asAdmin && who.oneStep && !endpoint.beforeTwoFactor && (await options.needsTwoFactor?.()))
    throw new AppError(403, 'two_factor_required')
  if (endpoint.refusedInDemo && (await options.isDemo?.())) throw new AppError(403, 'demo_mode')
  const input = parseInput(endpoint, request)
  const id = idempotencyOf(endpoint, request, ownerOf(who, request.ip), guards.box)
  if (id === undefined) return { who, input, id, earlier: undefined, ahead }
  return {
    who,
    input,
    id,
    earlier: who.kind === 'person' ? toStored(earlier, id) : await findStored(app.db.request, id),
    ahead,
  }
}

const run = async <Deps extends Platform>(
  app: Deps,
  { readUpload }: MountGuards,
  served: Served<Deps>,
  { who, input, id, earlier, ahead }: Prepared,
  request: FastifyRequest,
  reply: FastifyReply,
  relations: Partial<RelationResolvers> = {},
): Promise<unknown> => {
  const { endpoint } = served
  if (earlier) return answerOf(earlier)
  const call = {
    ...input,
    who,
    requestId: request.id,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    commit: makeCommit(app, { endpoint: nameOf(endpoint), id, shape: (result) => shapeReply(endpoint, result) }),
    upload: () => readUpload(floodSubject(who, addressNet(request.ip)), endpoint, request, reply),
    cookie: cookieOf(app, reply),
    device: deviceOf(app, request, reply),
  }
  try {
    await checkRelation(app.db.request, endpoint, relations, who, input, ahead)
    // The input was parsed by this endpoint's schemas and the caller admitted by its roles.
    return shapeReply(endpoint, await served.run(app, call as unknown as Call<Endpoint>))
  } catch (error) {
    if (error instanceof Replayed) return answerOf(error.stored)
    // The first call with this key may have committed while this one ran; then this one gets its answer.
    const meanwhile = id && (await findStored(app.db.request, id).catch(() => undefined))
    if (meanwhile) return answerOf(meanwhile)
    throw error
  }
}

/**
 * Mounts the API. Common steps of all calls, in order: flood count per address, session, flood count per class, roles,
 * demo mode, parsing, idempotency, the relation to the object, the use-case, shaping of the reply, errors.
 */
export const mountEndpoints = <Deps extends Platform>(
  fastify: FastifyInstance,
  app: Deps,
  served: readonly Served<Deps>[],
  options: MountOptions,
): void => {
  checkTable(served, options)
  const guards = {
    floods: new FloodLimit(),
    box: secretBox(app.secret.keyFor('stored-replies')),
    readUpload: uploadReader(app.config.limits.files),
  }
  for (const one of served) {
    const { endpoint } = one
    fastify.route({
      method: endpoint.method,
      url: endpoint.path,
      config: {
        legacyError: endpoint.legacyError === true,
        uploads: endpoint.upload?.types,
        frequent: endpoint.rate === 'position',
      },
      ...(endpoint.bodyBytes === undefined ? {} : { bodyLimit: endpoint.bodyBytes }),
      handler: async (request, reply) => {
        const prepared = await prepare(app, guards, endpoint, request, reply, options)
        const answer = await run(app, guards, one, prepared, request, reply, options.relations)
        reply.header('cache-control', endpoint.unchanging ? 'public, max-age=31536000, immutable' : 'no-store')
        return endpoint.file === undefined ? reply.send(answer) : sendFile(reply, answer as FileReply)
      },
    })
  }
}
