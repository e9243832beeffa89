import type { CarTypeView } from '@remis/domain/fare/car-types-api'

/**
 * What the server puts into its first reply before any script runs (server/platform/page/first-reply.ts): it reads these
 * cookies, which hold nothing about the person. Lasts a year.
 */
export const remember = (what: 'language' | 'look', value: string): void => {
  document.cookie = `remis.${what}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`
}

/** What a visitor's landing page brings along. */
export interface Known {
  readonly carTypes: readonly CarTypeView[]
  /** those of the form that change with what is chosen, in the page's language, by key */
  readonly texts: Readonly<Record<string, string>>
}

export const readKnown = (): Known | null => {
  const block = document.getElementById('known')
  return block === null ? null : (JSON.parse(block.textContent) as Known)
}
