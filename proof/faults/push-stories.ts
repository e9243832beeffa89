import { chatApi } from '@remis/domain/chat/chat-api'
import { notificationsApi } from '@remis/domain/push/notifications-api'
import { pushApi } from '@remis/domain/push/push-api'
import { sendNotices } from '@remis/server/notices/send-notices'
import { waitFor } from '@remis/server/testing/actors'
import { newReceiver } from '@remis/server/testing/push/push-service'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { makeAct } from '../api-client.ts'
import { nameOf, ofCall, pointsOf, type CallStory } from './call-stories.ts'
import type { CrashCity } from './crash-city.ts'
import { counting, type Story } from './story.ts'

/** A killed worker's job is free after 45 s. */
const longest = 60_000

const entryFor = (adminId: string) => ({
  devicetype: 'IOS' as const,
  usertype: 'driver' as const,
  title: `Crash ${adminId.slice(-8)}`,
  body: 'A little earlier',
})

/** A rider with a device; in a trial nothing is sent to it. */
export const withDevice = async (city: CrashCity, role: 'rider' | 'driver', userPlatform: 'WEB' | 'IOS') => {
  const person = await city.person(role)
  const { subscription } = newReceiver(`https://fcm.googleapis.com/fcm/send/${randomUUID()}`)
  await person.call(pushApi.register, { body: { pushToken: subscription, userPlatform } })
  return person
}

const audited = (city: CrashCity, id: string, action: string) =>
  counting(
    city,
    sql`select count(*)::int as count from audit_log where action = ${action} and subject = ${`notification:${id}`}`,
  )

const changes = [
  {
    endpoint: notificationsApi.update,
    action: 'notification.update',
    point: 'notification.locked',
    body: { body: 'New' },
  },
  { endpoint: notificationsApi.remove, action: 'notification.delete', point: 'notification.locked' },
  {
    endpoint: notificationsApi.send,
    action: 'notification.send',
    point: 'notification.sending',
    body: { usertype: 'driver' },
  },
] as const

/** The notifications of the office. */
export const notificationStories = [
  {
    endpoint: notificationsApi.create,
    points: [],
    prepare: async (city: CrashCity) => {
      const admin = await city.person('admin')
      const body = entryFor(admin.id)
      return {
        client: admin,
        act: makeAct(notificationsApi.create, { body }),
        happened: counting(city, sql`select count(*)::int as count from notifications where title = ${body.title}`),
      }
    },
  } satisfies CallStory,
  ...changes.map(({ endpoint, action, point, ...more }): CallStory => ({
    endpoint,
    points: [point],
    ...(endpoint === notificationsApi.send ? { passes: ['consumer.push.handled', 'notification.page'] } : {}),
    prepare: async (city) => {
      const admin = await city.person('admin')
      await withDevice(city, 'driver', 'IOS')
      const { notification } = await admin.call(notificationsApi.create, { body: entryFor(admin.id) })
      return {
        client: admin,
        act: makeAct(endpoint, { params: { id: notification.id }, ...more } as never),
        happened: audited(city, notification.id, action),
      }
    },
  })),
].map(ofCall)

/** Work without a call: pushes of notices, and the job of a notification. */
export const pushStories: readonly Story[] = [
  {
    name: 'sweep: pushes of notices',
    points: ['consumer.push.handled', 'push.accepted'],
    scheduled: true,
    prepare: async (city) => {
      const rider = await withDevice(city, 'rider', 'WEB')
      const happened = counting(
        city,
        sql`select count(*)::int as count from pushes where user_id = ${rider.id} and state = 'sent'`,
      )
      const draft = { user: rider.id, message: 'notice_topped_up', params: { amount: 5 } } as const
      return {
        go: () => city.db.transact((tx) => sendNotices(tx, [{ ...draft, screen: 'wallet', bookingId: null }])),
        again: async () => {
          // wait for the lease of the killed server
          await sql`update pushes set next_try_at = clock_timestamp() where user_id = ${rider.id} and state = 'waiting'`.execute(
            city.db.request,
          )
          await waitFor(async () => (await happened()) > 0, longest)
        },
        happened,
      }
    },
  },
  {
    name: 'job: devices of a notification',
    points: ['notification.page'],
    passes: [
      ...['begun', 'written', 'committed'].map((at) => `POST /api/notifications/:id/send.${at}`),
      'notification.sending',
      'consumer.push.handled',
    ],
    scheduled: true,
    prepare: async (city) => {
      const admin = await city.person('admin')
      await withDevice(city, 'driver', 'IOS')
      const { notification } = await admin.call(notificationsApi.create, { body: entryFor(admin.id) })
      const { id } = notification
      const happened = counting(
        city,
        sql`select count(*)::int as count from notifications where id = ${id} and matched > 0`,
      )
      return {
        go: () => admin.call(notificationsApi.send, { params: { id }, body: { usertype: 'driver' } }),
        again: () => waitFor(async () => (await happened()) > 0, longest),
        happened,
      }
    },
  },
]

const hello = () => ({ clientId: randomUUID(), type: 'text' as const, message: 'Hello' })

/**
 * A message is stored once, whenever the server is killed and however often its device sends it; its notice is written
 * once.
 */
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
    // The sweep locks the sides that are due.
    passes: ['chat.noticed'],
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
  // A call without a key, since a stored answer would keep the messages after the chat is erased: what is shown again
  // is audited again. Nothing is audited that was not committed, and nothing shown that was not audited
  // [design/chat-9].
  {
    name: nameOf(chatApi.reveal),
    points: pointsOf(chatApi.reveal),
    prepare: async (city) => {
      const [admin, { rider, id }] = [await city.person('admin'), await city.ride('ACCEPTED')]
      await rider.call(chatApi.send, { params: { id }, body: hello() })
      const reveal = () => admin.call(chatApi.reveal, { params: { id }, body: { reason: 'A complaint' } })
      const happened = counting(
        city,
        sql`select count(*)::int as count from audit_log where actor_id = ${admin.id} and action = 'chat.reveal'
          and subject = ${`booking:${id}`} and data ->> 'reason' = 'A complaint' and (data ->> 'messages')::int = 1`,
      )
      const again = async () => {
        if ((await happened()) === 0) await reveal()
      }
      return { go: reveal, again, happened }
    },
  },
  {
    name: 'sweep: notices of unread messages',
    points: ['chat.noticed'],
    scheduled: true,
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
