import type { Density } from '@remis/domain/accounts/preferences/preferences-routes'
import { useSyncExternalStore } from 'react'

const storage = 'remis.density'
const listeners = new Set<() => void>()

const stored = (): Density => {
  try {
    return localStorage.getItem(storage) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    return 'comfortable'
  }
}

let current: Density = stored()

const apply = (): void => {
  document.documentElement.dataset['density'] = current
  for (const listener of listeners) listener()
}
if (typeof document !== 'undefined') apply()

/** How close the rows of tables are, in this browser [design/web-113]. */
export const setDensity = (density: Density): void => {
  current = density
  try {
    localStorage.setItem(storage, density)
  } catch {
    // until the page is closed
  }
  apply()
}

export const useDensity = (): Density =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
    () => 'comfortable',
  )
