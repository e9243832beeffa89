import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import type { Tx } from '../platform/database/database.ts'
import { markSeenOfBooking } from './notice-store.ts'

/** Marks the notices of this kind about a booking as seen: the person has read what they report. */
export const markNoticesOfBooking = (
  tx: Tx,
  about: { readonly user: string; readonly message: NoticeKey; readonly booking: string },
): Promise<void> => markSeenOfBooking(tx, about)
