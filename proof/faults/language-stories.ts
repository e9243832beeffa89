import { languagesApi } from '@remis/domain/backoffice/languages-api'
import { firstLanguages } from '@remis/domain/texts/built-in-languages'
import { provideLanguages } from '@remis/server/backoffice/languages/provide-languages'
import { sql } from 'kysely'
import { makeAct } from '../api-client.ts'
import { ofCall, type CallStory } from './call-stories.ts'
import type { CrashCity } from './crash-city.ts'
import { counting, type Story } from './story.ts'

const entryFor = (adminId: string) => ({
  langName: 'Crash',
  langLocale: `en-x-${adminId.slice(-8)}`,
  dateLocale: 'en-GB',
})

const audited = (city: CrashCity, id: string, action: string) =>
  counting(
    city,
    sql`select count(*)::int as count from audit_log where action = ${`language.${action}`} and subject = ${`language:${id}`}`,
  )

const changes = [
  { endpoint: languagesApi.update, action: 'update', body: { langName: 'Crash Two' } },
  { endpoint: languagesApi.remove, action: 'delete' },
] as const

const stories: readonly Story[] = [
  {
    endpoint: languagesApi.create,
    points: [],
    prepare: async (city: CrashCity) => {
      await city.db.transact((tx) => provideLanguages(tx, firstLanguages, 'taxi'))
      const admin = await city.person('admin')
      const body = entryFor(admin.id)
      return {
        client: admin,
        act: makeAct(languagesApi.create, { body }),
        happened: counting(
          city,
          sql`select count(*)::int as count from languages where lang_locale = ${body.langLocale}`,
        ),
      }
    },
  } satisfies CallStory,
  ...changes.map(({ endpoint, action, ...more }): CallStory => ({
    endpoint,
    points: ['language.locked'],
    prepare: async (city) => {
      const admin = await city.person('admin')
      const { language } = await admin.call(languagesApi.create, { body: entryFor(admin.id) })
      return {
        client: admin,
        act: makeAct(endpoint, { params: { id: language.id }, ...more } as never),
        happened: audited(city, language.id, action),
      }
    },
  })),
].map(ofCall)

const holdsTable = (point: string): boolean => /\.(written|locked)$/.test(point)

/** What the office does to languages. One at a time: each locks the table. */
export const languageStories: readonly Story[] = stories.map((story) => ({
  ...story,
  passes: stories.filter((other) => other !== story).flatMap(({ points }) => points.filter(holdsTable)),
}))
