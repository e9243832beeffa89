import { noticeParamsShown } from '@remis/domain/privacy/rider-after-trip'
import { sql } from 'kysely'
import { nowMs } from '../../../platform/database/db-clock.ts'
import { readAllPages } from '../../../platform/database/list-page.ts'
import { byTime, everyone, pictureName, rowsAtOnce, type Part } from './part.ts'

export const notices: Part = {
  name: 'notices',
  columns: { at: 'time', message: 'text' },
  appliesTo: everyone,
  async *pages({ db: { lists } }, { id, role }) {
    const base = lists
      .selectFrom('notices')
      .select(['id', 'message', 'params', 'booking_id', 'created_at'])
      .where('user_id', '=', id)
    const now = await nowMs(lists)
    const key = { by: sql.ref('id'), kind: 'uuid' } as const
    for await (const rows of readAllPages(byTime(key, 'created_at'), base, {}, rowsAtOnce))
      yield rows.map((row) => ({
        at: row.created_at,
        message: row.message,
        params: noticeParamsShown(row.params, role, now - row.created_at),
        bookingId: row.booking_id,
      }))
  },
}

/** Only messages that the person wrote. */
export const messages: Part = {
  name: 'messages',
  columns: { at: 'time', bookingId: 'text', message: 'text' },
  appliesTo: everyone,
  async *pages({ db: { lists } }, { id }) {
    const base = lists
      .selectFrom('chat_messages as m')
      .innerJoin('chat_sides as s', (join) =>
        join.onRef('s.booking_id', '=', 'm.booking_id').onRef('s.source', '=', 'm.source'),
      )
      .select(['m.booking_id', 'm.type', 'm.message', 'm.file_id', 'm.sent_at'])
      .where('s.user_id', '=', id)
    const key = { by: sql.ref('m.client_id'), kind: 'uuid' } as const
    for await (const rows of readAllPages(byTime(key, 'm.sent_at'), base, {}, rowsAtOnce))
      yield rows.map((row) => ({
        at: row.sent_at,
        bookingId: row.booking_id,
        type: row.type,
        message: row.message,
        picture: row.file_id === null ? null : pictureName(row.file_id),
      }))
  },
}
