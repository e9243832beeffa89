import { useSyncExternalStore } from 'react'
import { remember } from './hydration.ts'

export type ColorScheme = 'light' | 'dark'

/** Mantine's own place for it, from before this was ours. */
const storage = 'mantine-color-scheme-value'

const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let chosen: ColorScheme | null = null

const read = (): ColorScheme => chosen ?? (system?.matches ? 'dark' : 'light')

const apply = (): void => {
  document.documentElement.dataset['mantineColorScheme'] = read()
  for (const listener of listeners) listener()
}

/** Light and dark follow the system until somebody chooses; every open page of this browser follows a choice. */
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
    // not remembered, yet chosen
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
