import type { Density } from '@remis/domain/accounts/preferences/preferences-routes'
import { makeSharedValue } from './shared-value.ts'

const storage = 'remis.density'

const stored = (): Density => {
  try {
    return localStorage.getItem(storage) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    return 'comfortable'
  }
}

const current = makeSharedValue<Density>(stored(), 'comfortable')

const mark = (density: Density): void => {
  document.documentElement.dataset['density'] = density
}
if (typeof document !== 'undefined') mark(current.now())

/** How close the rows of tables are, in this browser [design/web-113]. */
export const setDensity = (density: Density): void => {
  try {
    localStorage.setItem(storage, density)
  } catch {
    // until the page is closed
  }
  mark(density)
  current.set(density)
}

export const useDensity = current.useValue
