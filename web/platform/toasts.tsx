import '../ui/mantine-parts.ts'
import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications } from '@mantine/notifications'
import type { MessageKey } from '@remis/domain/messages/english'
import { i18n } from './i18n.ts'

export interface Toast {
  readonly id: string
  /** a message key, or a finished text */
  readonly says: { readonly key: MessageKey } | { readonly words: string }
  readonly color: string
  /** ms */
  readonly stays: number
  /** an answer to the person's action; else a notice */
  readonly answers: boolean
}

let answered: string | null = null

/** Shows a toast once per id; an answer replaces the answer before. */
export const pushToast = ({ id, says, color, stays, answers }: Toast): void => {
  if (answers) hideAnswer()
  if (answers) answered = id
  notifications.hide(id)
  const message = 'key' in says ? i18n.t(says.key) : says.words
  const closeButtonProps = { 'aria-label': i18n.t('close') }
  notifications.show({ id, message, color, autoClose: stays, closeButtonProps })
}

/** Hides the last answer. */
export const hideAnswer = (): void => {
  if (answered !== null) notifications.hide(answered)
  answered = null
}

/** Container of the toasts; loaded with the first one. */
export const ToastHost = () => <Notifications position="top-center" limit={3} />
