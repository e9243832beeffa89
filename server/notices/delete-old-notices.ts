import type { NoticeKey } from '@remis/domain/notices/notice-texts'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import { deleteBefore } from './notice-store.ts'

/** Deletes at most `limit` notices of this kind that are older than `days`; returns how many. */
export const deleteNoticesOfKind = (
  db: Kysely<Tables>,
  message: NoticeKey,
  days: number,
  limit: number,
): Promise<number> => deleteBefore(db, message, days, limit)
