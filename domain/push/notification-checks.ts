import type { Fault } from '../kit/check.ts'

export interface NotificationEntry {
  readonly devicetype: 'All' | 'ANDROID' | 'IOS'
  readonly usertype: 'rider' | 'driver'
  readonly title: string
  readonly body: string
}

/** What a phone shows without cutting it. */
export const notificationMost = { title: 60, body: 240 } as const

/** A title and a text that are no blanks. The screen asks it too. */
export const checkNotification = ({ title, body }: NotificationEntry): Fault | null => {
  if (title.trim() === '') return { key: 'invalid_input', field: 'title' }
  if (body.trim() === '') return { key: 'invalid_input', field: 'body' }
  return null
}
