import { createHash } from 'node:crypto'
import type { AppCategory } from '@remis/domain/booking/variant'
import { messages, type MessageKey } from '@remis/domain/messages/english'
import { english } from '@remis/domain/texts/english'
import { fallbackLanguage, type Texts } from '@remis/domain/texts/languages'
import type { Platform } from '../../platform/http/use-case.ts'
import type { PageLanguage } from '../../platform/page/first-reply.ts'
import { builtInTextsOf } from '../../platform/texts/built-in-texts.ts'
import { readAll, readVersion } from './languages-store.ts'

export interface LanguagesCache {
  /** At most `freshMs` old; rejects when the database does not answer. */
  readonly current: () => Promise<readonly PageLanguage[]>
  /** Resolves when this process knows a change, given by the id of its live event: another node may have written it. */
  readonly reach: (change: string) => Promise<void>
  /** Text of a message in the fallback language, as last read: the `message` of an error [design/api-11]. */
  readonly messageOf: (key: MessageKey) => string
}

const freshMs = 500

/** Errors ask for a new read at most this often, since they may come from a busy database. */
const retryMs = 2000

const versionOf = (changed: Texts): string | null => {
  const entries = Object.entries(changed).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (entries.length === 0) return null
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url').slice(0, 16)
}

type Row = Awaited<ReturnType<typeof readAll>>[number]

/**
 * `changed` also has the words of a delivery: the built-in files of a browser hold the words of a ride
 * [design/delivery-4].
 */
export const textsOf = (row: Row, appcat: AppCategory): PageLanguage => {
  const inBrowser: Texts = { ...english, ...builtInTextsOf(row.lang_locale) }
  const builtIn: Texts = { ...inBrowser, ...builtInTextsOf(row.lang_locale, appcat) }
  const changed = Object.fromEntries(
    Object.entries({ ...builtIn, ...row.key_value_pairs }).filter(([key, text]) => text !== inBrowser[key]),
  )
  return {
    view: {
      id: row.id,
      langName: row.lang_name,
      langLocale: row.lang_locale,
      dateLocale: row.date_locale,
      changes: versionOf(changed),
      default: row.is_default,
      createdAt: new Date(row.created_at).toISOString(),
    },
    texts: { ...builtIn, ...row.key_value_pairs },
    changed,
  }
}

/**
 * The languages with their texts, which are read when a language was changed. Callers that ask at the same time share
 * one query.
 */
export const languagesCache = ({ db }: Pick<Platform, 'db'>, appcat: AppCategory): LanguagesCache => {
  let held: readonly PageLanguage[] = []
  let version: string | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<readonly PageLanguage[]> | undefined
  const read = async () => {
    triedAt = performance.now()
    try {
      // first: a change between the two reads is found by the next one
      const found = await readVersion(db.request)
      if (found !== version) held = (await readAll(db.request)).map((row) => textsOf(row, appcat))
      version = found
      readAt = performance.now()
      return held
    } finally {
      reading = undefined
    }
  }
  const current = () => (performance.now() - readAt < freshMs ? Promise.resolve(held) : (reading ??= read()))
  let reached: { readonly change: string; readonly read: Promise<unknown> } | undefined
  const reach = async (change: string): Promise<void> => {
    if (reached?.change !== change) {
      // a read that is on its way may be older than the change
      const fresh = (reading ?? Promise.resolve()).catch(() => undefined).then(() => (reading ??= read()))
      reached = { change, read: fresh }
    }
    await reached.read
  }
  return {
    current,
    reach,
    messageOf: (key) => {
      // for the next error; this one does not wait
      if (performance.now() - triedAt > retryMs) current().catch(() => undefined)
      return held.find(({ view }) => view.langLocale === fallbackLanguage.code)?.texts[key] ?? messages[key]
    },
  }
}
