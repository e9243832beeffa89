import { useSyncExternalStore } from 'react'

/**
 * `ended`: the session of the open page has ended; its person signs in again over it.
 * `loads`: the page is another person's; this address is loaded in its place [design/accounts-134].
 */
type Lapse = 'ended' | { readonly loads: string } | null

let lapse: Lapse = null
const listeners = new Set<() => void>()

export const lapseNow = (): Lapse => lapse

export const setLapse = (next: Lapse): void => {
  if (lapse === next) return
  lapse = next
  for (const listener of listeners) listener()
}

export const useLapse = (): Lapse =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => lapse,
    () => null,
  )

let kept = 0

/** Called while a page for signed-in people is open; `onLeft` runs when it goes away while its session has ended. */
export const keepPage = (onLeft: () => void) => {
  kept++
  return () => {
    kept--
    if (kept === 0 && lapse === 'ended') onLeft()
  }
}

export const isPageKept = (): boolean => kept > 0

// Escape would close a form behind the dialog. Dialogs listen on the window, from when they open.
if (typeof window !== 'undefined')
  window.addEventListener(
    'keydown',
    (event) => {
      if (lapse !== null && event.key === 'Escape') event.stopImmediatePropagation()
    },
    { capture: true },
  )
