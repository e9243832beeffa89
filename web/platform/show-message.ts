import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { useSyncExternalStore } from 'react'
import { i18n } from './i18n.ts'

type Tone = 'error' | 'success' | 'info'

const colors: Record<Tone, string> = { error: 'red', success: 'accent', info: 'blue' }

let wanted = false
const listeners = new Set<() => void>()

/** Has any popup been asked for? Until then their code and their host are not loaded. */
export const useToastsWanted = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wanted,
  )

/** spec 1 §8: messages are shown in a transient popup by translation key. */
export const showMessage = (key: MessageKey, tone: Tone = 'error'): void =>
  push({ id: key, message: i18n.t(key), tone, answers: true })

/** Takes away what an earlier try brought, as somebody goes on. */
export const forgetAnswer = (): void => {
  if (wanted) void import('./toasts.ts').then(({ hideAnswer }) => hideAnswer())
}

/** A popup of words that are made already; one per id. */
export const showText = (id: string, message: string): void => push({ id, message, tone: 'info', answers: false })

interface Popup {
  readonly id: string
  readonly message: string
  readonly tone: Tone
  readonly answers: boolean
}

const push = ({ tone, ...popup }: Popup): void => {
  wanted = true
  for (const listener of listeners) listener()
  const toast = {
    ...popup,
    color: colors[tone],
    closeLabel: i18n.t('close'),
    // long enough to read the longest text twice
    stays: tone === 'error' ? 7000 : 5000,
  }
  void import('./toasts.ts').then(({ pushToast }) => pushToast(toast))
}

/** The key of whatever went wrong: an answer of the server, or a fault of our own. */
export const keyOf = (error: unknown): MessageKey => (error instanceof AppError ? error.key : 'server_error')

/** A failed call as a popup; that nobody is signed in is no news (spec 1 §8). */
export const showError = (error: unknown): void => {
  const key = keyOf(error)
  if (key !== 'not_logged_in') showMessage(key)
}
