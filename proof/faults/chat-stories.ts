import { chatApi } from '@remis/domain/chat/chat-api'
import { waitFor } from '@remis/server/testing/actors'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { makeAct } from '../api-client.ts'
import { ofCall } from './call-stories.ts'
import { counting, type Story } from './story.ts'

const hello = () => ({ clientId: randomUUID(), type: 'text' as const, message: 'Hello' })

/** The sweep runs every 2 s. */
const longest = 40_000

/** A message is stored once, whenever the server dies and however often its device sends it; its notice is written once. */
export const chatStories: readonly Story[] = [
  ofCall({
    endpoint: chatApi.send,
    points: ['chat.locked'],
    prepare: async (city) => {
      const { rider, id } = await city.ride('ACCEPTED')
      return {
        client: rider,
        act: makeAct(chatApi.send, { params: { id }, body: hello() }),
        happened: counting(
          city,
          sql`select count(*)::int as count from chat_messages m join chats c using (booking_id)
            join chat_sides s on s.booking_id = m.booking_id and s.source = 'driver'
            where m.booking_id = ${id} and c.last_n = 1 and s.unread = 1`,
        ),
      }
    },
  }),
  ofCall({
    endpoint: chatApi.mark,
    points: [],
    prepare: async (city) => {
      const { rider, driver, id } = await city.ride('ACCEPTED')
      await rider.call(chatApi.send, { params: { id }, body: hello() })
      return {
        client: driver,
        act: makeAct(chatApi.mark, { params: { id }, body: { delivered: 1, read: 1 } }),
        happened: counting(
          city,
          sql`select count(*)::int as count from chat_sides where booking_id = ${id} and source = 'driver' and read_n = 1
            and unread = 0`,
        ),
      }
    },
  }),
  {
    name: 'sweep: notices of unread messages',
    points: ['chat.noticed'],
    byItself: true,
    prepare: async (city) => {
      const { rider, driver, id } = await city.ride('ACCEPTED')
      await rider.call(chatApi.send, { params: { id }, body: hello() })
      await sql`update chat_sides set notice_due_at = notice_due_at + interval '1 day' where booking_id = ${id}`.execute(
        city.db.request,
      )
      const happened = counting(
        city,
        sql`select count(*)::int as count from notices where user_id = ${driver.id} and message = 'notice_chat'`,
      )
      return {
        due: () =>
          sql`update chat_sides set notice_due_at = clock_timestamp() where booking_id = ${id} and source = 'driver'`.execute(
            city.db.request,
          ),
        go: () => Promise.resolve(),
        again: () => waitFor(async () => (await happened()) > 0, longest),
        happened,
      }
    },
  },
]
