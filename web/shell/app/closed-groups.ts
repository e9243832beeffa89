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

const hiddenDrawer = 'remis.drawer-hidden'

/** Whether the drawer was hidden in this browser, for more room beside it. */
export const isDrawerHidden = (): boolean => {
  try {
    return localStorage.getItem(hiddenDrawer) !== null
  } catch {
    return false
  }
}

export const keepDrawerHidden = (hidden: boolean): void => {
  try {
    if (hidden) localStorage.setItem(hiddenDrawer, '1')
    else localStorage.removeItem(hiddenDrawer)
  } catch {
    // shown again after the next load
  }
}
