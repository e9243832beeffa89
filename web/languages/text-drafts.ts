import type { LanguageText } from '@remis/domain/backoffice/languages-api'
import { useState } from 'react'

/** What an admin types, and the stored text that was shown when the typing began. */
export interface Draft {
  readonly from: string | null
  readonly text: string
}

type Drafts = ReadonlyMap<string, Draft>
type Rows = readonly Pick<LanguageText, 'key' | 'text'>[]

/** Drops drafts that equal the stored text: they have nothing to save. A missing text counts as empty. */
export const unsavedDrafts = (drafts: Drafts, rows: Rows): Drafts => {
  const saved = rows.filter(({ key, text }) => drafts.get(key)?.text === (text ?? ''))
  if (saved.length === 0) return drafts
  const kept = new Map(drafts)
  for (const { key } of saved) kept.delete(key)
  return kept
}

/** The drafts by key, also those of other pages of the list. `rows`: the page that is shown. */
export const useDrafts = (rows: Rows | undefined) => {
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  const unsaved = unsavedDrafts(drafts, rows ?? [])
  if (unsaved !== drafts) setDrafts(unsaved)
  const keep = (key: string, draft: Draft | undefined) =>
    setDrafts((before) => {
      const next = new Map(before)
      if (draft === undefined) next.delete(key)
      else next.set(key, draft)
      return next
    })
  return { drafts: unsaved, keep }
}
