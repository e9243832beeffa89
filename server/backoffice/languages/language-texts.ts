import type { languagesApi, LanguageText } from '@remis/domain/backoffice/languages-api'
import type { AppCategory } from '@remis/domain/booking/variant'
import { AppError } from '@remis/domain/messages/app-error'
import { checkTextChanges, englishOf, stemOf, textKeysOf } from '@remis/domain/texts/english-checks'
import { fallbackLanguage, type Texts } from '@remis/domain/texts/languages'
import { hasWords, type TextChange } from '@remis/domain/texts/text-checks'
import { addAudit } from '../../platform/database/audit.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { builtInTextsOf } from '../../platform/texts/built-in-texts.ts'
import { storedLanguage } from './languages.ts'
import {
  findDefaultTexts,
  findTexts,
  lockLanguages,
  reportLanguages,
  updateTexts,
  type LanguageTexts,
} from './languages-store.ts'

/** Texts with their changes that one row of the audit log shows. */
const mostAudited = 100

const builtInOf = (code: string, appcat: AppCategory): ((key: string) => string) => {
  const own = builtInTextsOf(code, appcat) ?? builtInTextsOf(fallbackLanguage.code, appcat)
  return (key) => own?.[key] ?? englishOf(key) ?? ''
}

/** A plural form that the default language does not have is translated from its form for many. */
const textIn = (pairs: Texts, key: string): string | undefined => {
  const stem = stemOf(key)
  return pairs[key] ?? (stem === undefined ? undefined : pairs[`${stem}_other`])
}

/**
 * The texts of a language with the texts it is translated from: first the keys of Remis, then the keys of the operator.
 */
const rowsOf = (language: LanguageTexts, source: LanguageTexts, appcat: AppCategory): LanguageText[] => {
  const { lang_locale: code, key_value_pairs: pairs, written_for: writtenFor } = language
  const isBuiltIn = builtInTextsOf(code) !== undefined
  const builtIn = builtInOf(code, appcat)
  const known = textKeysOf(code)
  const own = Object.keys(pairs).filter((key) => englishOf(key) === undefined)
  return [...known, ...own].map((key) => {
    const text = pairs[key] ?? null
    const now = builtIn(key)
    const shown = language.id === source.id ? now : (textIn(source.key_value_pairs, key) ?? now)
    const edited = Object.hasOwn(writtenFor, key)
    const isCopy = !isBuiltIn && !edited && englishOf(key) !== undefined
    return {
      key,
      source: shown,
      text,
      missing: text === null || text.trim() === '' || (isCopy && hasWords(text)),
      edited,
      writtenFor: edited && writtenFor[key] !== now ? (writtenFor[key] ?? '') : null,
      builtIn: now,
    }
  })
}

const inState = {
  missing: ({ missing }: LanguageText) => missing,
  changed: ({ writtenFor }: LanguageText) => writtenFor !== null,
  edited: ({ edited }: LanguageText) => edited,
}

const readRows = async ({ db, config }: Pick<Platform, 'db' | 'config'>, id: string) => {
  const [language, source] = await Promise.all([findTexts(db.lists, id), findDefaultTexts(db.lists)])
  if (language === undefined) throw new AppError(404, 'not_found')
  return { source, rows: rowsOf(language, source, config.appCategory) }
}

export const readLanguage: UseCase<Platform, typeof languagesApi.read> = async (app, { params }) => {
  const { source, rows } = await readRows(app, params.id)
  return {
    language: await storedLanguage(app.db.request, params.id),
    source: { langName: source.lang_name, langLocale: source.lang_locale },
    progress: {
      all: rows.length,
      missing: rows.filter(inState.missing).length,
      changed: rows.filter(inState.changed).length,
      edited: rows.filter(inState.edited).length,
    },
  }
}

/**
 * Pages of the editor. The cursor is the key of the last row; rows are compared in memory, a language has a few
 * thousand.
 */
export const listLanguageTexts: UseCase<Platform, typeof languagesApi.texts> = async (app, { query }) => {
  const { rows } = await readRows(app, query.of)
  const ordered = query.direction === 'desc' ? rows.toReversed() : rows
  const after = query.cursor === undefined ? -1 : ordered.findIndex(({ key }) => key === query.cursor)
  if (query.cursor !== undefined && after < 0)
    throw new AppError(400, 'invalid_input', { fields: { cursor: 'not of this list' } })
  const search = query.search?.trim().toLocaleLowerCase() ?? ''
  const matches = (row: LanguageText): boolean =>
    (query.show === undefined || inState[query.show](row)) &&
    [row.key, row.source, row.text ?? ''].some((text) => text.toLocaleLowerCase().includes(search))
  const { usual, most } = app.config.limits.pageRows
  const limit = Math.min(query.limit ?? usual, most)
  const found = ordered.slice(after + 1).filter(matches)
  return {
    rows: found.slice(0, limit),
    next: found.length > limit ? (found[limit - 1]?.key ?? null) : null,
    total: ordered.filter(matches).length,
  }
}

/** Every text, in the order of the files. */
export const readLanguagePairs: UseCase<Platform, typeof languagesApi.pairs> = async ({ db }, { params }) => {
  const [language, texts] = await Promise.all([storedLanguage(db.request, params.id), findTexts(db.request, params.id)])
  const pairs = new Map(Object.entries(texts?.key_value_pairs ?? {}))
  const known = textKeysOf(language.langLocale).filter((key) => pairs.has(key))
  // the database orders keys by their length
  const ordered = [...new Set([...known, ...pairs.keys()])].map((key) => [key, pairs.get(key) ?? ''])
  return { language, keyValuePairs: Object.fromEntries(ordered) as Record<string, string> }
}

/** What a change of a text leaves: null, only for a key of the operator, removes it. */
const targetOf = (
  { key, to }: TextChange,
  language: LanguageTexts,
  source: LanguageTexts,
  appcat: AppCategory,
): string | null => {
  if (to !== null || englishOf(key) === undefined) return to
  const now = builtInOf(language.lang_locale, appcat)(key)
  const isCopy = builtInTextsOf(language.lang_locale) === undefined && !language.is_default
  // as in a new language [languages-8]
  return isCopy ? (textIn(source.key_value_pairs, key) ?? now) : now
}

/** The texts after the changes, with what each was written for. */
const apply = (language: LanguageTexts, changes: readonly TextChange[], source: LanguageTexts, appcat: AppCategory) => {
  const isBuiltIn = builtInTextsOf(language.lang_locale) !== undefined
  const builtIn = builtInOf(language.lang_locale, appcat)
  const pairs = new Map(Object.entries(language.key_value_pairs))
  const writtenFor = new Map(Object.entries(language.written_for))
  for (const change of changes) {
    const { key, to } = change
    const target = targetOf(change, language, source, appcat)
    const now = builtIn(key)
    const isAsBuiltIn = isBuiltIn && englishOf(key) !== undefined && to === now
    if (to === null || isAsBuiltIn) writtenFor.delete(key)
    else writtenFor.set(key, now)
    if (target === null) pairs.delete(key)
    else pairs.set(key, target)
  }
  return { pairs, writtenFor }
}

/**
 * Changes texts, all or none. Each change says which text its editor saw: 409 with the keys where another one is stored
 * now. A repeated call changes nothing more [design/languages-10].
 */
export const changeLanguageTexts: UseCase<Platform, typeof languagesApi.changeTexts> = (app, call) =>
  call.commit(async (tx) => {
    await lockLanguages(tx)
    const language = await findTexts(tx, call.params.id)
    const source = await findDefaultTexts(tx)
    if (language === undefined) throw new AppError(404, 'not_found')
    await app.failpoint.at('language.locked')
    const { texts } = call.body
    const appcat = app.config.appCategory
    const { lang_locale: code, key_value_pairs: pairs } = language
    const faults = checkTextChanges(texts, { code, pairs })
    const [fault] = Object.values(faults)
    if (fault !== undefined) throw new AppError(422, fault, { fields: faults })
    const before = new Map(Object.entries(pairs))
    const stale = texts.filter((change) => {
      const now = before.get(change.key) ?? null
      return now !== change.from && now !== targetOf(change, language, source, appcat)
    })
    if (stale.length > 0)
      throw new AppError(409, 'texts_changed', {
        fields: Object.fromEntries(stale.map(({ key }) => [key, 'texts_changed'])),
      })
    const next = apply(language, texts, source, appcat)
    const writtenBefore = new Map(Object.entries(language.written_for))
    const changed = texts.filter(
      ({ key }) => next.pairs.get(key) !== before.get(key) || next.writtenFor.get(key) !== writtenBefore.get(key),
    )
    if (changed.length > 0) {
      await updateTexts(tx, language.id, {
        key_value_pairs: Object.fromEntries(next.pairs),
        written_for: Object.fromEntries(next.writtenFor),
      })
      await reportLanguages(tx)
      await addAudit(tx, {
        actor: call.who,
        address: call.address,
        action: 'language.texts',
        subject: `language:${language.id}`,
        data: {
          langLocale: code,
          count: changed.length,
          texts: changed.slice(0, mostAudited).map(({ key }) => ({
            key,
            from: before.get(key) ?? null,
            to: next.pairs.get(key) ?? null,
          })),
        },
      })
    }
    return { language: await storedLanguage(tx, language.id), changed: changed.length }
  })
