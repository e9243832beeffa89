import '../ui/mantine-parts.ts'
import '@mantine/notifications/styles.layer.css'
import { UnstyledButton } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import type { MessageKey } from '@remis/domain/messages/english'
import { useEffect } from 'react'
import { i18n } from './i18n.ts'
import classes from './toasts.module.css'

export interface Toast {
  readonly id: string
  /** a message key, with a text or a second message that follows it, or a finished text */
  readonly says:
    { readonly key: MessageKey; readonly more?: string; readonly alert?: MessageKey } | { readonly words: string }
  readonly color: string
  /** ms */
  readonly stays: number
  /** the code of a failure, shown small under the text [messages-2] */
  readonly code?: string
  /** an answer to the person's action; else a notice */
  readonly answers: boolean
  /** a button under the text */
  readonly action?: {
    readonly label: string
    readonly run: () => void
    /** calls `done` once the action is no longer needed, which hides the toast; returns how to stop watching */
    readonly watch?: (done: () => void) => () => void
  }
  /** the person has closed it; not when its time is over */
  readonly onClose?: () => void
}

let answered: string | null = null
let answersShown = 0

/**
 * Shows a notice once per id. An answer replaces the previous answer and gets a new id, so that the same answer again
 * restarts its time and is announced [design/web-213].
 */
export const pushToast = ({ id: given, says, color, stays, code, answers, action, onClose }: Toast): void => {
  const id = answers ? `answer-${++answersShown}` : given
  if (answers) hideAnswer()
  if (answers) answered = id
  else notifications.hide(id)
  const text = 'words' in says ? says.words : textOf(says)
  const said = code === undefined ? text : <Coded text={text} code={code} />
  const message = action === undefined ? said : <Acting id={id} text={text} action={action} />
  const closeButtonProps = { 'aria-label': i18n.t('close'), ...(onClose === undefined ? {} : { onClick: onClose }) }
  // an answer is not queued behind notices [design/live-71]
  notifications.show({ id, message, color, autoClose: stays, closeButtonProps, priority: answers ? 1 : 0 })
}

const textOf = ({ key, more, alert }: Extract<Toast['says'], { readonly key: MessageKey }>): string => {
  const text = [i18n.t(key), more, alert && i18n.t(alert)].filter(Boolean).join(' ')
  return key === 'fetch_call_error' ? `${text} · ${i18n.t('check_connection')}` : text
}

const Coded = ({ text, code }: { text: string; code: string }) => (
  <>
    <span>{text}</span>
    <small className={classes.code}>{i18n.t('error_code', { code })}</small>
  </>
)

const Acting = ({ id, text, action }: { id: string; text: string; action: NonNullable<Toast['action']> }) => {
  useEffect(() => action.watch?.(() => notifications.hide(id)), [id, action])
  return (
    <>
      {text}
      <UnstyledButton
        className={classes.action ?? ''}
        onClick={() => {
          notifications.hide(id)
          action.run()
        }}
      >
        {action.label}
      </UnstyledButton>
    </>
  )
}

/** Hides the last answer. */
export const hideAnswer = (): void => {
  if (answered !== null) notifications.hide(answered)
  answered = null
}

/** Container of the toasts; loaded with the first one. */
export const ToastHost = () => <Notifications position="top-center" limit={3} />
