import type { Texts } from '@remis/domain/texts/languages'
import type { TextChange } from '@remis/domain/texts/text-checks'

/** The largest file that is read, bytes: the limit of the call that saves it. */
export const mostJsonBytes = 1024 * 1024

/** Texts by key; null when the JSON does not parse or holds anything but texts [languages-10]. */
export const parseTexts = (json: string): Texts | null => {
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
    return Object.values(parsed).every((text) => typeof text === 'string') ? (parsed as Texts) : null
  } catch {
    return null
  }
}

export const writeTexts = (texts: Texts): string => JSON.stringify(texts, null, 2)

/** The texts that differ; one that is gone becomes the built-in one. */
export const changesBetween = (before: Texts, after: Texts): TextChange[] => {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...now.keys(), ...old.keys()])]
    .map((key) => ({ key, from: old.get(key) ?? null, to: now.get(key) ?? null }))
    .filter(({ from, to }) => from !== to)
}

/** A text that two admins changed at a time; null: it is removed. */
export interface TextConflict {
  readonly key: string
  readonly mine: string | null
  readonly theirs: string | null
}

export const withText = (texts: Texts, key: string, text: string | null): Texts => {
  const next = new Map(Object.entries(texts))
  if (text === null) next.delete(key)
  else next.set(key, text)
  return Object.fromEntries(next)
}
