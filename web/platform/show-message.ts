import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { useSyncExternalStore } from 'react'
import { withLaterTexts } from './i18n.ts'
import type { Toast } from './toasts.ts'

type Tone = 'error' | 'success' | 'info'

const colors: Record<Tone, string> = { error: 'red', success: 'accent', info: 'blue' }

let wanted = 0
const listeners = new Set<() => void>()

/** How often popups were asked for. Until the first their code and their host are not loaded. */
export const useToastsWanted = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wanted,
    () => 0,
  )

/** spec 1 §8: messages are shown in a transient popup by translation key. */
export const showMessage = (key: MessageKey, tone: Tone = 'error'): void =>
  push({ id: key, says: { key }, tone, answers: true })

/** Takes away what an earlier try brought, as somebody goes on. */
export const forgetAnswer = (): void => {
  if (wanted > 0) withToasts(({ hideAnswer }) => hideAnswer())
}

/** A popup of words that are made already; one per id. */
export const showText = (id: string, message: string): void =>
  push({ id, says: { words: message }, tone: 'info', answers: false })

/** Loads what shows popups, so that they can be shown when the network is gone. */
export const prepareMessages = (): void => {
  wanted++
  for (const listener of listeners) listener()
  withToasts(() => undefined)
}

const withToasts = (then: (toasts: typeof import('./toasts.ts')) => void): void => {
  // without them nothing can be said; the screens say by themselves that there is no network
  withLaterTexts(import('./toasts.ts')).then(then, () => undefined)
}

interface Popup extends Omit<Toast, 'color' | 'stays'> {
  readonly tone: Tone
}

const push = ({ tone, ...popup }: Popup): void => {
  prepareMessages()
  const toast = {
    ...popup,
    color: colors[tone],
    // long enough to read the longest text twice
    stays: tone === 'error' ? 7000 : 5000,
  }
  withToasts(({ pushToast }) => pushToast(toast))
}

/** The key of whatever went wrong: an answer of the server, or a fault of our own. */
export const keyOf = (error: unknown): MessageKey => (error instanceof AppError ? error.key : 'server_error')

/** A failed call as a popup; that nobody is signed in is no news (spec 1 §8). */
export const showError = (error: unknown): void => {
  const key = keyOf(error)
  if (key !== 'not_logged_in') showMessage(key)
}
