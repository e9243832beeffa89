import type { Screen } from '../live/live-events.ts'
import type { NoticeKey } from './notice-texts.ts'

/** A notice to a user. The page looks its text up in the reader's language. */
export interface NoticeDraft {
  readonly user: string
  readonly message: NoticeKey
  readonly params: Readonly<Record<string, string | number>>
  readonly screen: Screen
  readonly bookingId: string | null
}

/**
 * Notices of something that passes in seconds. They are shown and listed, and do not count as unread: the driver's
 * screen shows the request itself, and a request that was missed is over.
 */
export const isPassing = (message: NoticeKey): boolean => message === 'notice_new_booking'
