import { checkLanguageEntry, type LanguageEntry } from '@remis/domain/backoffice/language-checks'
import type { languagesApi, ManagedLanguage } from '@remis/domain/backoffice/languages-api'
import type { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { dayAndTime } from '@remis/domain/kit/calendar-day'
import { AppError } from '@remis/domain/messages/app-error'
import type { AppCategory } from '@remis/domain/booking/variant'
import { english } from '@remis/domain/texts/english'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Kysely } from 'kysely'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { manageRows } from '../../platform/database/manage-rows.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { columnsNamed, exportList, readViews } from '../../platform/http/export-list.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { builtInTextsOf } from '../../platform/texts/built-in-texts.ts'
import type { SettingsCache } from '../settings/settings-cache.ts'
import { textsOf, type LanguagesCache } from './languages-cache.ts'
import {
  deleteLanguage,
  findDefaultTexts,
  findLanguage,
  insertLanguage,
  languageList,
  lockLanguages,
  makeDefault,
  officeLanguages,
  readAll,
  reportLanguages,
  updateLanguage,
} from './languages-store.ts'

export const storedLanguage = async (tx: Kysely<Tables>, id: string): Promise<ManagedLanguage> => {
  const row = await findLanguage(tx, id)
  if (row === undefined) throw new AppError(404, 'not_found')
  return row
}

/**
 * Not the default. A built-in language comes with its own texts; any other one copies the texts of the default language
 * [languages-8], [design/languages-7].
 */
const insert = async (
  tx: Tx,
  { langName, langLocale, dateLocale }: LanguageEntry,
  appcat: AppCategory,
): Promise<ManagedLanguage> => {
  await lockLanguages(tx)
  const id = newId()
  const builtIn = builtInTextsOf(langLocale, appcat)
  await insertLanguage(tx, {
    id,
    lang_name: langName,
    lang_locale: langLocale,
    date_locale: dateLocale,
    is_default: false,
    key_value_pairs: { ...(builtIn ?? (await findDefaultTexts(tx)).key_value_pairs) },
    // English: copies of another default language stay when the texts are merged at the next start
    built_in_pairs: { ...(builtIn ?? builtInTextsOf(fallbackLanguage.code, appcat) ?? english) },
  })
  await reportLanguages(tx)
  return storedLanguage(tx, id)
}

/** The whole table: only one call at a time may decide which language is the default. */
const lock = async (tx: Tx, id: string) => {
  await lockLanguages(tx)
  return findLanguage(tx, id)
}

const rowsIn = (appcat: AppCategory) =>
  manageRows<ManagedLanguage, LanguageEntry>({
    name: 'language',
    check: checkLanguageEntry,
    insert: (tx, entry) => insert(tx, entry, appcat),
    lock,
    update: async (tx, id, changes) => {
      await updateLanguage(tx, id, changes)
      await reportLanguages(tx)
      return storedLanguage(tx, id)
    },
    remove: async (tx, id) => {
      if ((await storedLanguage(tx, id)).default) throw new AppError(422, 'cannot_delete_default_language')
      await deleteLanguage(tx, id)
      await reportLanguages(tx)
    },
    view: (row) => row,
    taken: { languages_lang_locale_key: { key: 'settings_invalid', field: 'langLocale' } },
  })

export const createLanguage: UseCase<Platform, typeof languagesApi.create> = (app, call) =>
  call.commit(async (tx) => ({ language: await rowsIn(app.config.appCategory).add(tx, call) }))

export const changeLanguage: UseCase<Platform, typeof languagesApi.update> = (app, call) =>
  call.commit(async (tx) => ({ language: await rowsIn(app.config.appCategory).change(tx, app, call) }))

/** Refused for the default language [languages-11]. */
export const removeLanguage: UseCase<Platform, typeof languagesApi.remove> = (app, call) =>
  call.commit(async (tx) => {
    await rowsIn(app.config.appCategory).remove(tx, app, call)
    return {}
  })

/** Sets the flag of one language and clears that of all others, in one commit [languages-9]. */
export const makeLanguageDefault: UseCase<Platform, typeof languagesApi.makeDefault> = (_app, call) =>
  call.commit(async (tx) => {
    await lockLanguages(tx)
    const before = await storedLanguage(tx, call.params.id)
    if (before.default) return { language: before }
    await makeDefault(tx, before.langLocale)
    await reportLanguages(tx)
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: 'language.default',
      subject: `language:${before.id}`,
      data: { langLocale: before.langLocale },
    })
    return { language: await storedLanguage(tx, before.id) }
  })

interface TableDeps extends Platform {
  readonly settings: SettingsCache
}

const languageTable = async ({ db, settings }: TableDeps) => {
  const { timezone } = await settings.current()
  return {
    name: 'languages',
    list: languageList,
    base: officeLanguages(db.lists),
    view: (found: readonly ManagedLanguage[]) => found,
    columns: {
      ...columnsNamed('langName', 'langLocale', 'dateLocale', 'default'),
      createdAt: (row: ManagedLanguage) => dayAndTime(row.createdAt, timezone),
    },
    titles: { default: 'language_default', createdAt: 'language_created' },
  } as const
}

/** The table of the office [languages-7]. */
export const listOfficeLanguages: UseCase<TableDeps, typeof languagesApi.listAll> = async (app, { query }) =>
  readViews(app, query, await languageTable(app))

export const exportLanguages: UseCase<TableDeps, typeof languagesApi.export> = async (app, call) =>
  exportList(app, call, await languageTable(app))

interface OfferDeps extends Platform {
  readonly languages: LanguagesCache
}

/** The languages as pages need them, from memory: every open page asks after a change. */
const offered = async ({ languages }: OfferDeps) => (await languages.current()).map(({ view }) => view)

/**
 * The languages, the default first. Admins get the pairs that they edit [languages-1]; for others no text is read,
 * since anyone may ask.
 */
export const listLanguages: UseCase<OfferDeps, typeof backofficeApi.languages> = async (app, { who }) => {
  if (who.kind !== 'person' || who.role !== 'admin') return { rows: await offered(app) }
  const rows = await readAll(app.db.request)
  return {
    rows: rows.map((row) => ({
      ...textsOf(row, app.config.appCategory).view,
      keyValuePairs: row.key_value_pairs,
    })),
  }
}

export const listOfferedLanguages: UseCase<OfferDeps, typeof backofficeApi.offeredLanguages> = async (app) => ({
  rows: await offered(app),
})

/**
 * `/texts/:code/:version`: the texts of a language that the operator changed, for pages. The version is in the address,
 * so browsers keep the answer; for another version than the current one they ask again.
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
