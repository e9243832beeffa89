import type { Endpoint } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const picture = /^image\/(jpeg|png|webp)$/

/** Lets the routes with `upload` take a file as their body. It is not read here: first the caller is admitted. */
export const acceptUploads = (server: FastifyInstance): void =>
  void server.addContentTypeParser(picture, (request, _payload, done) => {
    const { uploads } = request.routeOptions.config
    const type = request.headers['content-type'] ?? ''
    done(uploads?.includes(type) ? null : new AppError(400, 'invalid_input', { fields: { 'content-type': type } }))
  })

/** The rest of a body that is too large is not read: the connection ends after the answer. */
const tooLarge = (reply: FastifyReply): AppError => {
  reply.header('connection', 'close')
  return new AppError(413, 'file_too_large')
}

/** The body of an endpoint with `upload`. A body that ends early is 400. */
export const readUpload = async (
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
