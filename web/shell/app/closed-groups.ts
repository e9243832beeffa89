import type { OfficeGroup } from '../../office-pages.tsx'

const storage = 'remis.closed-groups'
const groups: readonly OfficeGroup[] = ['users', 'wallet', 'settings']

/** The groups of the drawer that were closed in this browser; none where it keeps nothing. */
export const closedGroups = (): readonly OfficeGroup[] => {
  try {
    const kept = (localStorage.getItem(storage) ?? '').split(',')
    return groups.filter((group) => kept.includes(group))
  } catch {
    return []
  }
}

export const keepClosedGroups = (closed: readonly OfficeGroup[]): void => {
  try {
    localStorage.setItem(storage, closed.join())
  } catch {
    // open again after the next load
  }
}
