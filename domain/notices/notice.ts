import type { Screen } from '../live/live-events.ts'
import { pushLife } from '../push/push-time.ts'
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

/** How long a notice may be shown as a toast, s: as long as the question of a trip may be answered. */
const freshFor = 300

/**
 * Whether a page shows a notice as a toast when it receives the event. A page that was asleep or offline receives the
 * events of hours at once [design/live-70].
 */
export const isFresh = ({
  message,
  ageMs,
  seen,
}: {
  readonly message: string
  readonly ageMs: number
  readonly seen: boolean
}): boolean => ageMs <= 1000 * Math.min(freshFor, pushLife(message)) && (!seen || isPassing(message as NoticeKey))
