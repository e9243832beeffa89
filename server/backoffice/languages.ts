import type { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { FastifyInstance } from 'fastify'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { textsOf, type LanguagesCache } from './languages-cache.ts'
import { readAll } from './languages-store.ts'

/** The languages, the default first. Admins get the pairs that they edit [languages-1]. */
export const listLanguages: UseCase<Platform, typeof backofficeApi.languages> = async ({ db }, { who }) => ({
  rows: (await readAll(db.request)).map((row) => ({
    ...textsOf(row).view,
    ...(who.kind === 'person' && who.role === 'admin' ? { keyValuePairs: row.key_value_pairs } : {}),
  })),
})

/**
 * `/texts/:code/:version`: the texts of a language that the operator changed, for pages. The version is in the address, so
 * browsers keep the answer; for another version than the current one they ask again.
 */
export const changedTexts = (fastify: FastifyInstance, { current }: LanguagesCache): void => {
  fastify.get<{ Params: { code: string; version: string } }>('/texts/:code/:version', async ({ params }, reply) => {
    const language = (await current()).find(({ view }) => view.langLocale === params.code)
    if (language === undefined) throw new AppError(404, 'not_found')
    const isCurrent = language.view.changes === params.version
    return reply
      .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-store')
      .type('application/json; charset=utf-8')
      .send(language.changed)
  })
}
