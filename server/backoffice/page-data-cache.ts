import { carTypesOnOffer } from '../fare/list-car-types.ts'
import type { PageData } from '../platform/page/first-reply.ts'
import type { Platform } from '../platform/http/use-case.ts'
import { readAll } from './languages-store.ts'
import type { SettingsCache } from './settings-cache.ts'

interface Deps extends Platform {
  readonly settings: Pick<SettingsCache, 'current'>
}

/** Words older than this are read anew, by the next page that is asked for. */
const freshMs = 2000

/** A page does not wait longer for a database that is slow to answer. */
const patienceMs = 300

const readWords = async ({ db, settings }: Deps): Promise<PageData> => {
  const [{ appName, CompanyName, contact_email }, languages, carTypes] = await Promise.all([
    settings.current(),
    readAll(db.request),
    carTypesOnOffer({ db }),
  ])
  return {
    appName,
    company: CompanyName || appName,
    email: contact_email,
    languages: languages.map((row) => ({
      code: row.lang_locale,
      name: row.lang_name,
      isDefault: row.is_default,
      words: row.key_value_pairs,
    })),
    carTypes,
  }
}

/**
 * The operator's words for the first reply of a page. Pages that are asked for together share one reading; while the
 * database does not answer, what was read last stands, at the very first the words the app came with.
 */
export const pageDataCache = (app: Deps): (() => Promise<PageData>) => {
  let held: PageData = { appName: 'Remis', company: 'Remis', email: '', languages: [], carTypes: null }
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<PageData> | undefined
  const read = async (): Promise<PageData> => {
    try {
      held = await readWords(app)
      readAt = performance.now()
    } catch (error) {
      app.log.warn({ err: error }, 'the words of the first page could not be read')
    }
    reading = undefined
    return held
  }
  return async () => {
    if (performance.now() - readAt < freshMs) return held
    reading ??= read()
    return Promise.race([reading, new Promise<PageData>((done) => setTimeout(() => done(held), patienceMs).unref())])
  }
}
