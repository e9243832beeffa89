import type { Language } from '@remis/domain/backoffice/backoffice-api'
import type { CarTypeView } from '@remis/domain/fare/car-types-api'

/** Keeps a choice in a cookie for a year: the server renders its first reply by it (server/platform/page/first-reply.ts). */
export const remember = (what: 'language' | 'look', value: string): void => {
  document.cookie = `remis.${what}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`
}

/** Sent with the landing page of a visitor. */
export interface Known {
  readonly carTypes: readonly CarTypeView[]
  /** texts that the form needs before the app is loaded, in the page's language, by key */
  readonly texts: Readonly<Record<string, string>>
}

/** Sent with every page, unless the database did not answer. */
export interface SentLanguages {
  /** language of the page */
  readonly code: string
  readonly rows: readonly Language[]
  /** texts of the first page that the operator changed, in the page's language, by key */
  readonly changed: Readonly<Record<string, string>>
}

const readBlock = <T>(id: string): T | null => {
  const block = document.getElementById(id)
  return block === null ? null : (JSON.parse(block.textContent) as T)
}

export const readKnown = () => readBlock<Known>('known')
export const readLanguages = () => readBlock<SentLanguages>('languages')
