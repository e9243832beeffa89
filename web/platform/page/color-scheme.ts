import { useSyncExternalStore } from 'react'
import { remember } from './hydration.ts'

export type ColorScheme = 'light' | 'dark'

/** Mantine's key, so that earlier choices still apply. */
const storage = 'mantine-color-scheme-value'

const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let chosen: ColorScheme | null = null

const read = (): ColorScheme => chosen ?? (system?.matches ? 'dark' : 'light')

const apply = (): void => {
  document.documentElement.dataset['mantineColorScheme'] = read()
  for (const listener of listeners) listener()
}

/** Follows the system until a scheme is chosen; a choice applies to all open pages of this browser. */
export const startColorScheme = (): void => {
  const load = () => {
    try {
      const stored = localStorage.getItem(storage)
      chosen = stored === 'light' || stored === 'dark' ? stored : null
    } catch {
      chosen = null // no storage: the system decides
    }
    apply()
  }
  load()
  system?.addEventListener('change', apply)
  addEventListener('storage', (event) => {
    if (event.key === storage) load()
  })
}

export const chooseColorScheme = (scheme: ColorScheme): void => {
  chosen = scheme
  try {
    localStorage.setItem(storage, scheme)
  } catch {
    // applied, but not stored
  }
  remember('look', scheme)
  apply()
}

export const useColorScheme = (): ColorScheme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    () => 'light',
  )
