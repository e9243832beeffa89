import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { NotConfirmed } from './api/call-outcome.ts'
import { onSignIn } from './api/session.ts'
import { withTexts } from './i18n.ts'
import { makeSharedValue } from './page/shared-value.ts'
import type { Toast } from './toasts.tsx'

type Tone = 'error' | 'success' | 'info'

const colors: Record<Tone, string> = { error: 'red', success: 'accent', info: 'blue' }

const wanted = makeSharedValue(0)

/** Number of toasts requested so far. Their code is loaded with the first. */
export const useToastsWanted = wanted.useValue

/**
 * Shows a message by its key in a toast [messages-1]. `more` follows its text: which field is missing, an error code.
 */
export const showMessage = (key: MessageKey, tone: Tone = 'error', more?: string): void =>
  push({ id: key, says: more === undefined ? { key } : { key, more }, tone, answers: true })

const alerts: readonly MessageKey[] = ['base_settings_error_1', 'base_settings_error_2']

/**
 * Shows a refusal by its key, followed by the alert that comes with a failed check of the purchase code [messages-15].
 * `onClose` runs when the person closes it.
 */
export const showRefusal = (key: MessageKey, error?: unknown, onClose?: () => void): void => {
  const alert = error instanceof AppError ? alerts.find((one) => one === error.extra?.['alert']) : undefined
  const says = alert === undefined ? { key } : { key, alert }
  push({ id: key, says, tone: 'error', answers: true, ...(onClose === undefined ? {} : { onClose }) })
}

/** Not a failure to show: the session has ended [accounts-16], or the person closed the password dialog. */
const isSilent = (error: unknown): boolean => keyOf(error) === 'not_logged_in' || error instanceof NotConfirmed

/**
 * Shows a failed call of bookings or the wallet: its message, and its code, which the office can look up [messages-2].
 * `onClose` runs when the person closes it.
 */
export const showFailure = (error: unknown, onClose?: () => void): void => {
  if (isSilent(error)) return
  const key = keyOf(error)
  push({
    id: key,
    says: { key },
    tone: 'error',
    code: key,
    answers: true,
    ...(onClose === undefined ? {} : { onClose }),
  })
}

/** Hides the answer to an earlier try. */
export const forgetAnswer = (): void => {
  if (wanted.now() > 0) withToasts(({ hideAnswer }) => hideAnswer())
}

onSignIn(() => forgetAnswer())

/** A toast with a finished text, and what can be done about it; one per id. */
export const showText = (id: string, message: string, action?: Toast['action']): void =>
  push({ id, says: { words: message }, tone: 'info', answers: false, ...(action === undefined ? {} : { action }) })

/** Loads the code of toasts ahead, so that they work without a network. */
export const prepareMessages = (): void => {
  wanted.set(wanted.now() + 1)
  withToasts(() => undefined)
}

const withToasts = (then: (toasts: typeof import('./toasts.tsx')) => void): void => {
  // not loaded: no toast; the offline banner is shown anyway
  withTexts(['messages', 'shared'], import('./toasts.tsx')).then(then, () => undefined)
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
    stays: tone === 'error' || popup.action !== undefined ? 7000 : 5000,
  }
  withToasts(({ pushToast }) => pushToast(toast))
}

/** The message key of an error: the server's, or server_error for any other. */
export const keyOf = (error: unknown): MessageKey => (error instanceof AppError ? error.key : 'server_error')

/** Shows a failed call as a toast. */
export const showError = (error: unknown): void => {
  if (!isSilent(error)) showMessage(keyOf(error))
}
