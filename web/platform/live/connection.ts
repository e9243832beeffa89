import { useSyncExternalStore } from 'react'

/** State of the live link; `none` on screens without one. */
export type LinkStatus = 'none' | 'up' | 'down'

let link: LinkStatus = 'none'
const listeners = new Set<() => void>()

/** Called by live.ts when the socket connects, drops or is closed. */
export const reportLink = (next: LinkStatus): void => {
  if (next === link) return
  link = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export type Connection = 'online' | 'reconnecting' | 'offline'

const read = (): Connection => (!navigator.onLine ? 'offline' : link === 'down' ? 'reconnecting' : 'online')

export const useConnection = (): Connection => useSyncExternalStore(subscribe, read, () => 'online')
