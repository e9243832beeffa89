import { AppError } from '@remis/domain/messages/app-error'
import type { Endpoint } from '@remis/domain/kit/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Limits } from '../runtime/limits.ts'

/** Path and message of each fault; an unknown key is named by its own path. */
const fieldsOf = (part: string, error: z.ZodError): Record<string, string> =>
  Object.fromEntries(
    error.issues.flatMap((issue): [string, string][] => {
      const path = issue.path.map(String)
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((name) => [[...path, name].join('.'), 'unknown field'])
      return [[path.join('.') || part, issue.message]]
    }),
  )

const parse = (part: string, schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const read = schema.safeParse(value)
  if (!read.success) throw new AppError(400, 'invalid_input', { fields: fieldsOf(part, read.error) })
  return read.data
}

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)

export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Deeper than any schema, and far from where a recursive reader runs out of stack. */
const mostLevels = 32

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

/** Parses the call by the endpoint's schemas; 400 with the invalid fields. */
export const parseInput = (endpoint: Endpoint, raw: RawInput): RawInput => {
  if (!endpoint.body && !isEmpty(raw.body))
    throw new AppError(400, 'invalid_input', { fields: { body: 'this call takes none' } })
  if (isDeeper(raw.body, mostLevels))
    throw new AppError(400, 'invalid_input', { fields: { body: `at most ${mostLevels} levels` } })
  return {
    params: parse('params', endpoint.params, raw.params),
    query: parse('query', endpoint.query, raw.query),
    // An absent body is an empty one: accepted where no field is required, else each missing field is named.
    body: parse('body', endpoint.body, raw.body === undefined ? {} : raw.body),
  }
}

const picture = /^image\/(jpeg|png|webp)$/

/** Lets the routes with `upload` take a file as their body. It is not read here: first the caller is admitted. */
export const acceptUploads = (server: FastifyInstance): void => {
  server.addContentTypeParser(picture, (request, _payload, done) => {
    const { uploads } = request.routeOptions.config
    const type = request.headers['content-type'] ?? ''
    done(uploads?.includes(type) ? null : new AppError(400, 'invalid_input', { fields: { 'content-type': type } }))
  })
}

/** The rest of a body that is too large is not read: the connection ends after the answer. */
const tooLarge = (reply: FastifyReply): AppError => {
  reply.header('connection', 'close')
  return new AppError(413, 'file_too_large')
}

/** The body of an endpoint with `upload`. A body that ends early is 400. */
const readUpload = async (
  { upload }: Pick<Endpoint, 'upload'>,
  { raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>,
  reply: FastifyReply,
): Promise<Buffer> => {
  if (upload === undefined) throw new Error('this endpoint takes no file')
  if (!upload.types.includes(headers['content-type'] ?? '')) throw new AppError(422, 'file_not_picture')
  if (Number(headers['content-length'] ?? 0) > upload.mostBytes) throw tooLarge(reply)
  const parts: Buffer[] = []
  let bytes = 0
  try {
    // `destroyOnReturn` off: the answer is sent over the same connection.
    for await (const part of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > upload.mostBytes) throw tooLarge(reply)
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError(400, 'invalid_input', { fields: { body: 'ended early' }, cause: error })
  }
  return Buffer.concat(parts)
}

type ReadUpload = (subject: string, ...upload: Parameters<typeof readUpload>) => Promise<Buffer>

/**
 * Reads uploads into memory, at most `readOfPerson` of a subject and `readAtOnce` in all at the same time. A further
 * one is 503 `busy_try_again` and is not read [design/files-13].
 */
export const uploadReader = ({ readOfPerson, readAtOnce }: Limits['files']): ReadUpload => {
  const reading = new Map<string, number>()
  let all = 0
  return async (subject, ...upload) => {
    const own = reading.get(subject) ?? 0
    if (own >= readOfPerson || all >= readAtOnce)
      throw new AppError(503, 'busy_try_again', { extra: { retryAfter: 3 } })
    reading.set(subject, own + 1)
    all++
    try {
      return await readUpload(...upload)
    } finally {
      all--
      const left = (reading.get(subject) ?? 1) - 1
      if (left > 0) reading.set(subject, left)
      else reading.delete(subject)
    }
  }
}
