import { useSyncExternalStore } from 'react'

export interface SharedValue<T> {
  readonly now: () => T
  readonly set: (value: T) => void
  /** for components; they render again when the value changes */
  readonly useValue: () => T
}

/** A value for the whole page, readable and writable outside of components. `server`: the value in prerendered HTML. */
export const makeSharedValue = <T>(first: T, server: T = first): SharedValue<T> => {
  let value = first
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    now: () => value,
    set: (next) => {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    useValue: () =>
      useSyncExternalStore(
        subscribe,
        () => value,
        () => server,
      ),
  }
}
