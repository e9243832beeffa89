import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

interface Toast {
  readonly id: string
  readonly message: ReactNode
  readonly color: string
  readonly closeLabel: string
  /** ms */
  readonly stays: number
  /** it answers what the person did; else it is news */
  readonly answers: boolean
}

let answered: string | null = null

/** Shows a popup; the same one is never stacked twice, and an answer takes the place of the one before, which is old now. */
export const pushToast = ({ id, message, color, closeLabel, stays, answers }: Toast): void => {
  if (answers) hideAnswer()
  if (answers) answered = id
  notifications.hide(id)
  notifications.show({ id, message, color, autoClose: stays, closeButtonProps: { 'aria-label': closeLabel } })
}

/** Whoever goes on has read the answer. */
export const hideAnswer = (): void => {
  if (answered !== null) notifications.hide(answered)
  answered = null
}
