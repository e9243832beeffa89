import { notifications } from '@mantine/notifications'
import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { i18n } from './i18n.ts'

type Tone = 'error' | 'success' | 'info'

const colors: Record<Tone, string> = { error: 'red', success: 'accent', info: 'blue' }

/** spec 1 §8: messages are shown in a transient popup by translation key. The same one is never stacked twice. */
export const showMessage = (key: MessageKey, tone: Tone = 'error'): void => {
  notifications.hide(key)
  notifications.show({
    id: key,
    message: i18n.t(key),
    color: colors[tone],
    // Long enough to read the longest text twice.
    autoClose: tone === 'error' ? 7000 : 5000,
    closeButtonProps: { 'aria-label': i18n.t('close') },
  })
}

/** The key of whatever went wrong: an answer of the server, or a fault of our own. */
export const keyOf = (error: unknown): MessageKey => (error instanceof AppError ? error.key : 'server_error')

/** A failed call as a popup; that nobody is signed in is no news (spec 1 §8). */
export const showError = (error: unknown): void => {
  const key = keyOf(error)
  if (key !== 'not_logged_in') showMessage(key)
}
