import type { Fault } from '../kit/check.ts'

export interface NotificationEntry {
  readonly devicetype: 'All' | 'ANDROID' | 'IOS'
  readonly usertype: 'rider' | 'driver'
  readonly title: string
  readonly body: string
}

/** Lengths that phones show uncut. */
export const notificationMost = { title: 60, body: 240 } as const

/** Title and text must not be blank. The screen asks the same check. */
export const checkNotification = ({ title, body }: NotificationEntry): Fault | null => {
  if (title.trim() === '') return { key: 'invalid_input', field: 'title' }
  if (body.trim() === '') return { key: 'invalid_input', field: 'body' }
  return null
}
