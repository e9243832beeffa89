import { notifications } from '@mantine/notifications'
import type { MessageKey } from '@remis/domain/messages/english'
import { i18n } from './i18n.ts'

export interface Toast {
  readonly id: string
  /** a message, or words that are made already */
  readonly says: { readonly key: MessageKey } | { readonly words: string }
  readonly color: string
  /** ms */
  readonly stays: number
  /** it answers what the person did; else it is news */
  readonly answers: boolean
}

let answered: string | null = null

/** Shows a popup; the same one is never stacked twice, and an answer takes the place of the one before, which is old now. */
export const pushToast = ({ id, says, color, stays, answers }: Toast): void => {
  if (answers) hideAnswer()
  if (answers) answered = id
  notifications.hide(id)
  const message = 'key' in says ? i18n.t(says.key) : says.words
  const closeButtonProps = { 'aria-label': i18n.t('close') }
  notifications.show({ id, message, color, autoClose: stays, closeButtonProps })
}

/** Whoever goes on has read the answer. */
export const hideAnswer = (): void => {
  if (answered !== null) notifications.hide(answered)
  answered = null
}
