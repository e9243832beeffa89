import type { Screen } from '../live/live-events.ts'
import type { NoticeKey } from './notice-texts.ts'

/** A message to a person. The text is looked up in the reader's language when shown. */
export interface NoticeDraft {
  readonly user: string
  readonly message: NoticeKey
  readonly params: Readonly<Record<string, string | number>>
  readonly screen: Screen
  readonly bookingId: string | null
}
