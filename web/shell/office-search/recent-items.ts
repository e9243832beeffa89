import type { PaletteGroup, PaletteItem } from './palette-items.ts'

/** Shown before something is typed. */
const most = 5

/**
 * What was opened by its address. Names of people are kept no longer than the tab: computers are shared
 * [design/web-112].
 */
export interface RecentItem {
  readonly id: string
  readonly group: PaletteGroup
  readonly label: string
  readonly hint: string
  readonly target: string
}

const keyOf = (user: string) => `remis.recent.${user}`

const isItem = (value: unknown): value is RecentItem =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'group', 'label', 'hint', 'target'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  )

export const readRecent = (user: string): readonly RecentItem[] => {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(keyOf(user)) ?? '[]')
    return Array.isArray(read) ? read.filter(isItem).slice(0, most) : []
  } catch {
    return []
  }
}

export const keepRecent = (user: string, { id, group, label, hint, target }: PaletteItem): void => {
  if (typeof target !== 'string') return
  const others = readRecent(user).filter((one) => one.id !== id)
  try {
    sessionStorage.setItem(keyOf(user), JSON.stringify([{ id, group, label, hint, target }, ...others].slice(0, most)))
  } catch {
    // shown no more after this page
  }
}
