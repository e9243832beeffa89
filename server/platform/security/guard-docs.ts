import { AppError } from '@remis/domain/messages/app-error'
import type { FastifyInstance } from 'fastify'
import { findCaller } from '../http/caller.ts'
import type { Platform } from '../http/use-case.ts'

const pages = ['/api/docs', '/api/openapi.json']

/**
 * In production only admins read the API's pages; they do not exist for others [design/access-78]. Before their routes.
 */
export const guardDocs = (fastify: FastifyInstance, app: Platform): void => {
  if (app.config.mode !== 'production') return
  fastify.addHook('onRequest', async (request, reply) => {
    if (!pages.includes(request.routeOptions.url ?? '')) return
    const { who } = await findCaller(app, request, reply)
    if (who.kind !== 'person' || who.role !== 'admin') throw new AppError(404, 'not_found')
  })
}
