import { makeSharedValue } from '../page/shared-value.ts'

/**
 * `ended`: the session of the open page has ended; its person signs in again over it.
 * `loads`: the page belongs to another person, so the browser loads this address [design/accounts-164].
 */
type SessionLapse = 'ended' | { readonly loads: string } | null

export const sessionLapse = makeSharedValue<SessionLapse>(null)

let kept = 0

/** Called while a page for signed-in people is open; `onLeft` runs when it goes away while its session has ended. */
export const keepPage = (onLeft: () => void) => {
  kept++
  return () => {
    kept--
    if (kept === 0 && sessionLapse.now() === 'ended') onLeft()
  }
}

export const isPageKept = (): boolean => kept > 0

// Escape would close a form behind the dialog. Dialogs listen on the window, from when they open.
if (typeof window !== 'undefined')
  window.addEventListener(
    'keydown',
    (event) => {
      if (sessionLapse.now() !== null && event.key === 'Escape') event.stopImmediatePropagation()
    },
    { capture: true },
  )
