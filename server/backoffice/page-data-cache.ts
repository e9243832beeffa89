import { carTypesOnOffer } from '../fare/list-car-types.ts'
import type { PageData } from '../platform/page/first-reply.ts'
import type { Platform } from '../platform/http/use-case.ts'
import type { LanguagesCache } from './languages/languages-cache.ts'
import type { SettingsCache } from './settings/settings-cache.ts'

interface Deps extends Platform {
  readonly settings: Pick<SettingsCache, 'current'>
  readonly languages: LanguagesCache
}

/** Page data older than this is read again by the next page. */
const freshMs = 2000

/** A page does not wait longer for a slow database. */
const patienceMs = 300

const readPageData = async ({ db, settings, languages }: Deps): Promise<PageData> => {
  const [{ appName, CompanyName, contact_email, followBrowserLanguage }, current, carTypes] = await Promise.all([
    settings.current(),
    languages.current(),
    carTypesOnOffer({ db }),
  ])
  return {
    appName,
    company: CompanyName || appName,
    email: contact_email,
    languages: current,
    carTypes,
    followBrowserLanguage,
  }
}

/**
 * The operator's settings, texts and car types for the first reply of a page. Pages requested at the same time share
 * one read. While the database does not answer, pages get what was read last, or the built-in texts.
 */
export const pageDataCache = (app: Deps): (() => Promise<PageData>) => {
  let held: PageData = { appName: 'Remis', company: 'Remis', email: '', languages: [], carTypes: null }
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<PageData> | undefined
  const read = async (): Promise<PageData> => {
    try {
      held = await readPageData(app)
      readAt = performance.now()
    } catch (error) {
      app.log.warn({ err: error }, 'page data could not be read')
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
