import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

interface Toast {
  readonly id: string
  readonly message: ReactNode
  readonly color: string
  readonly closeLabel: string
  /** ms */
  readonly stays: number
}

/** Shows a popup; the same one is never stacked twice. */
export const pushToast = ({ id, message, color, closeLabel, stays }: Toast): void => {
  notifications.hide(id)
  notifications.show({ id, message, color, autoClose: stays, closeButtonProps: { 'aria-label': closeLabel } })
}
