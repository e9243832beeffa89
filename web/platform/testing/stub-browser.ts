import { vi } from 'vitest'

/** What `localStorage` holds in a test. */
export const kept = new Map<string, string>()

const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}

/** The parts of a browser that modules need if they listen to the window when they are loaded. */
export const stubBrowser = () => {
  vi.stubGlobal('window', { addEventListener: () => undefined, localStorage: store })
  vi.stubGlobal('document', { documentElement: { hasAttribute: () => true }, addEventListener: () => undefined })
  vi.stubGlobal('localStorage', store)
}
