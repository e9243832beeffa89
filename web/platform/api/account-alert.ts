import type { MessageKey } from '@remis/domain/messages/english'
import { useSyncExternalStore } from 'react'

let shown: MessageKey | null = null
const listeners = new Set<() => void>()

/** Shows why an account cannot be used, in a dialog over any page; null closes it. */
export const setAccountAlert = (key: MessageKey | null): void => {
  shown = key
  for (const listener of listeners) listener()
}

export const useAccountAlert = (): MessageKey | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
    () => null,
  )
