import { bookingsApi } from '@remis/domain/booking/booking-api'
import { noticesApi } from '@remis/domain/notices/notices-api'
import { notificationsApi } from '@remis/domain/push/notifications-api'
import { pushApi } from '@remis/domain/push/push-api'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../testing/actors.ts'
import { newReceiver, startPushService, type PushService } from '../testing/push/push-service.ts'
import { drives, inDemo, keyOf, openCity, type City, type TestActor } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { countPushes } from './notification-store.ts'
import { deletePushesOfNotifications } from './push-store.ts'
import { sendPushes } from './send-pushes.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let service: PushService
let admin: TestActor
let devices = 0

beforeAll(async () => {
  const env = { REMIS_MODE: 'production', PUBLIC_URL: 'http://localhost:4000' }
  const push = { audienceAtOnce: 2, claimedAtOnce: 3, messagesPerPerson: { max: 10, windowSeconds: 600 } }
  // pages of two devices, so that the job takes several
  city = await openCity(database, { env, pushNetworks: 'loopback', limits: { push } })
  admin = await city.person('admin')
  service = await startPushService()
  return () => service.close()
})
beforeEach(async () => {
  await sql`delete from pushes`.execute(db.request)
  await sql`delete from push_tokens`.execute(db.request)
  service.received.length = 0
})

const app = () => city.server.app
type Platform = 'ANDROID' | 'IOS' | 'WEB'
const withDevice = async (role: 'rider' | 'driver', userPlatform: Platform) => {
  const path = `/${++devices}`
  const person = await city.person(role)
  const device = newReceiver(service.url + path)
  await person.call(pushApi.register, { body: { pushToken: device.subscription, userPlatform } })
  return { person, device, path }
}
const entry = { devicetype: 'All', usertype: 'rider', title: 'Rain today', body: 'Book a little earlier.' } as const
const add = async (more: object = {}) =>
  (await admin.call(notificationsApi.create, { body: { ...entry, ...more } })).notification
const send = (id: string, usertype: 'All' | 'rider' | 'driver' = 'rider') =>
  admin.call(notificationsApi.send, { params: { id }, body: { usertype } })
const audience = async (usertype: 'All' | 'rider' | 'driver', devicetype: 'All' | 'ANDROID' | 'IOS', id?: string) =>
  (
    await admin.call(notificationsApi.audience, {
      query: { usertype, devicetype, ...(id === undefined ? {} : { notification: id }) },
    })
  ).devices
const read = async (id: string) =>
  (await admin.call(notificationsApi.listAll, { query: {} })).rows.find((row) => row.id === id)
const pushesOf = (id: string) =>
  db.request.selectFrom('pushes').select(['user_id', 'state']).where('notification_id', '=', id).execute()
/** Waits for the job, and sends what it has added. */
const finish = async (id: string) => {
  await waitFor(async () => {
    const row = await db.request.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst()
    return row?.queued_through === null
  }, 15_000)
  await sendPushes(app(), 'notifications')
  await countPushes(app().db.jobs, 'sending')
}

describe('the notifications of the office', () => {
  it('are added, changed, listed and deleted, with their four fields [notices-5] [notices-6]', async () => {
    const row = await add({ title: ' Rain ' })
    expect(row).toMatchObject({ ...entry, title: 'Rain', state: 'draft', sentAt: null, matched: 0 })
    const changed = await admin.call(notificationsApi.update, { params: { id: row.id }, body: { devicetype: 'IOS' } })
    expect(changed.notification).toMatchObject({ devicetype: 'IOS', version: 1 })
    expect(await read(row.id)).toEqual(changed.notification)
    const bad = (body: object) => keyOf(admin.call(notificationsApi.create, { body: { ...entry, ...body } as never }))
    for (const body of [
      { title: '  ' },
      { body: '' },
      { usertype: 'All' },
      { devicetype: 'WEB' },
      { title: 'x'.repeat(61) },
    ])
      expect([body, await bad(body)]).toEqual([body, 'invalid_input'])
    await admin.call(notificationsApi.remove, { params: { id: row.id } })
    expect(await read(row.id)).toBeUndefined()
    expect(await keyOf(send(row.id))).toBe('not_found')
  })

  it('reach riders or drivers, by the system of the device; a browser of another system by All only; how many is said before [notices-7] [design/push-22]', async () => {
    const people = {
      android: await withDevice('rider', 'ANDROID'),
      ios: await withDevice('rider', 'IOS'),
      web: await withDevice('rider', 'WEB'),
      driver: await withDevice('driver', 'ANDROID'),
    }
    const reached = async (more: object, usertype: 'All' | 'rider' | 'driver') => {
      service.received.length = 0
      const row = await add(more)
      const said = await audience(usertype, row.devicetype)
      await send(row.id, usertype)
      await finish(row.id)
      const paths = service.received.map(({ path }) => path)
      expect([said, await audience(usertype, row.devicetype, row.id)]).toEqual([paths.length, 0])
      return Object.entries(people)
        .filter(([, { path }]) => paths.includes(path))
        .map(([name]) => name)
    }
    expect(await reached({}, 'rider')).toEqual(['android', 'ios', 'web'])
    expect(await reached({ devicetype: 'ANDROID' }, 'rider')).toEqual(['android'])
    expect(await reached({ devicetype: 'IOS' }, 'rider')).toEqual(['ios'])
    expect(await reached({ devicetype: 'ANDROID' }, 'driver')).toEqual(['driver'])
    expect(await reached({ devicetype: 'ANDROID' }, 'All')).toEqual(['android', 'driver'])
    expect(await reached({}, 'All')).toEqual(['android', 'ios', 'web', 'driver'])
    const none = await add({ devicetype: 'IOS', usertype: 'driver' })
    expect(await keyOf(send(none.id, 'driver'))).toBe('no_user_match')
    expect(await read(none.id)).toMatchObject({ state: 'draft' })
  })

  it('do not go to suspended or unapproved people [design/push-2]', async () => {
    const [fine, suspended, waiting] = [
      await withDevice('rider', 'WEB'),
      await withDevice('rider', 'WEB'),
      await withDevice('rider', 'WEB'),
    ]
    await sql`update users set suspended_at = clock_timestamp(), suspension_reason = 'test'
      where id = ${suspended.person.id}`.execute(db.request)
    await sql`update users set approved = false where id = ${waiting.person.id}`.execute(db.request)
    expect(await audience('rider', 'All')).toBe(1)
    const { id } = await add()
    await send(id)
    await finish(id)
    expect(service.received.map(({ path }) => path)).toEqual([fine.path])
  })

  it('are sent page by page, and never twice to one device; sent, delivered and failed are counted [design/push-23]', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => withDevice('rider', 'WEB')))
    const { id } = await add()
    service.answer(410)
    await send(id)
    await finish(id)
    expect(await read(id)).toMatchObject({
      state: 'sent',
      sentTo: 'rider',
      matched: 5,
      sent: 4,
      failed: 1,
      delivered: 0,
    })
    const paths = service.received.map(({ path }) => path)
    const reader = people.find(({ path }) => paths.includes(path))
    const body = service.received.find(({ path }) => path === reader?.path)?.body ?? Buffer.of()
    const message = reader?.device.read(body) as { id: string; title: string }
    expect(message).toMatchObject({ title: entry.title, body: entry.body, path: '/', always: true })
    await reader?.person.call(pushApi.shown, { body: { id: message.id } })
    await countPushes(app().db.jobs, 'recent')
    expect(await read(id)).toMatchObject({ delivered: 1 })
    // again: only the device registered since, and then none
    const late = await withDevice('rider', 'WEB')
    service.received.length = 0
    await send(id)
    await finish(id)
    expect(service.received.map(({ path }) => path)).toEqual([late.path])
    expect(await keyOf(send(id))).toBe('no_user_match')
    expect(await read(id)).toMatchObject({ matched: 6, sent: 5, failed: 1 })
  })

  it('count as sent a day after their job has failed for good, and can be sent again [design/push-23]', async () => {
    const { path } = await withDevice('rider', 'WEB')
    const { id } = await add()
    await db.request
      .updateTable('notifications')
      .set({ state: 'sending', queued_through: 0, sent_at: sql<Date>`clock_timestamp() - interval '23 hours'` })
      .where('id', '=', id)
      .execute()
    const later = async () => {
      await countPushes(app().db.jobs, 'older')
      return (await read(id))?.state
    }
    expect(await later()).toBe('sending')
    expect(await keyOf(send(id))).toBe('busy_try_again')
    await sql`update notifications set sent_at = sent_at - interval '2 hours' where id = ${id}`.execute(db.request)
    expect(await later()).toBe('sent')
    await send(id)
    await finish(id)
    expect(service.received.map((one) => one.path)).toEqual([path])
  })

  it('keep a row per device for a year after the last sending, and reach every device again after it [design/push-35]', async () => {
    const { path } = await withDevice('rider', 'WEB')
    const [old, kept, deleted] = [await add(), await add(), await add()]
    for (const { id } of [old, kept, deleted]) {
      await send(id)
      await finish(id)
    }
    const age = (id: string, days: number) =>
      sql`update notifications set sent_at = sent_at - ${days} * interval '1 day' where id = ${id}`.execute(db.request)
    await age(old.id, 366)
    await age(kept.id, 364)
    await admin.call(notificationsApi.remove, { params: { id: deleted.id } })
    const remove = (deletedAtOnce: number) =>
      deletePushesOfNotifications(db.jobs, { notificationDays: 365, deletedAtOnce })
    expect([await remove(1), await remove(1), await remove(1)]).toEqual([1, 1, 0])
    expect([await pushesOf(old.id), await pushesOf(deleted.id)]).toEqual([[], []])
    expect(await pushesOf(kept.id)).toHaveLength(1)
    await countPushes(app().db.jobs, 'older')
    expect(await read(old.id)).toMatchObject({ matched: 1, sent: 1 })
    expect(await keyOf(send(kept.id))).toBe('no_user_match')

    const late = await withDevice('rider', 'WEB')
    service.received.length = 0
    await send(old.id)
    await finish(old.id)
    expect(service.received.map((one) => one.path).toSorted()).toEqual([path, late.path].toSorted())
    expect(await read(old.id)).toMatchObject({ matched: 2, sent: 2, failed: 0 })
  })

  it('are sent again to devices that missed them, including one that changed hands [design/push-22]', async () => {
    const [first, second] = [await withDevice('rider', 'WEB'), await withDevice('rider', 'WEB')]
    const { id } = await add()
    service.answer(413)
    await send(id)
    // Before it is sent another rider signs in on the second phone.
    await waitFor(async () => (await pushesOf(id)).length === 2, 15_000)
    const next = await city.person('rider')
    await next.call(pushApi.register, { body: { pushToken: second.device.subscription, userPlatform: 'WEB' } })
    await finish(id)
    expect(await read(id)).toMatchObject({ matched: 2, sent: 0, failed: 2 })

    service.received.length = 0
    await send(id)
    await finish(id)
    expect(new Set(service.received.map(({ path }) => path))).toEqual(new Set([first.path, second.path]))
    expect((await pushesOf(id)).map(({ user_id }) => user_id).toSorted()).toEqual([first.person.id, next.id].toSorted())
    expect(await read(id)).toMatchObject({ matched: 2, sent: 2, failed: 0 })
    expect(await keyOf(send(id))).toBe('no_user_match')
  })

  it('the job continues after a crash; a second send waits; deleting stops it [design/push-22] [design/push-23]', async () => {
    await Promise.all(Array.from({ length: 5 }, () => withDevice('rider', 'WEB')))
    const { id } = await add()
    city.server.failpoint.fail('notification.page', new Error('killed'))
    await send(id)
    const added = async () =>
      (await db.request.selectFrom('pushes').select('id').where('notification_id', '=', id).execute()).length
    await waitFor(async () => (await added()) === 2, 15_000)
    expect(await keyOf(send(id))).toBe('busy_try_again')
    city.server.failpoint.clear()
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db.request)
    await waitFor(async () => (await added()) === 5, 15_000)
    await admin.call(notificationsApi.remove, { params: { id } })
    await sendPushes(app(), 'notifications')
    expect(service.received).toEqual([])
  })

  it('is sent as the admin saw it: a sending of an older version is refused with the row [design/push-22]', async () => {
    const { id, version } = await add()
    const changed = await admin.call(notificationsApi.update, { params: { id }, body: { title: 'Newer' } })
    const sending = admin.call(notificationsApi.send, { params: { id }, body: { usertype: 'rider', version } })
    await expect(sending).rejects.toMatchObject({ key: 'row_changed', extra: { row: { title: 'Newer' } } })
    expect((await read(id))?.state).toBe('draft')
    const body = { usertype: 'rider' as const, version: changed.notification.version }
    expect(await keyOf(admin.call(notificationsApi.send, { params: { id }, body }))).not.toBe('row_changed')
  })

  it('a change during the sending does not apply to it, and the file names the people it was sent to beside the people it is for now [design/push-21] [design/push-22]', async () => {
    const { device } = await withDevice('rider', 'WEB')
    const { id } = await add()
    await send(id)
    await admin.call(notificationsApi.update, { params: { id }, body: { title: 'Sun', usertype: 'driver' } })
    await finish(id)
    expect(service.received.map(({ body }) => device.read(body))).toMatchObject([{ title: entry.title }])
    const reply = await fetch(`${city.server.url}/api/notifications/export?format=csv&search=Sun`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const [heads = [], row = []] = (await reply.text()).split('\r\n').map((line) => line.split(','))
    expect(row[heads.indexOf('People')]).toBe('driver')
    expect(row[heads.indexOf('Sent to')]).toBe('rider')
  })

  it('send, add, change and delete are refused in demo mode [notices-8] [settings-16]', async () => {
    await withDevice('rider', 'WEB')
    const { id } = await add()
    await inDemo(city, async () => {
      const tries = [
        admin.call(notificationsApi.create, { body: entry }),
        admin.call(notificationsApi.update, { params: { id }, body: { title: 'x' } }),
        admin.call(notificationsApi.remove, { params: { id } }),
        send(id),
      ]
      expect(await Promise.all(tries.map(keyOf))).toEqual(Array.from({ length: 4 }, () => 'demo_mode'))
    })
  })

  it('what was sent is in the audit log, with the admin', async () => {
    await withDevice('rider', 'WEB')
    const { id } = await add()
    await send(id)
    const rows = await db.request
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'data'])
      .where('subject', '=', `notification:${id}`)
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject([
      { action: 'notification.add', actor_id: admin.id },
      { action: 'notification.send', actor_id: admin.id, data: { title: entry.title, usertype: 'rider' } },
    ])
  })
})

describe('POST /send_notification [notices-2] [design/push-20]', () => {
  const message = (from: TestActor, token: string, more: object = {}) =>
    from.call(pushApi.send, { body: { token, title: 'The office', msg: 'I am here', screen: 'BookingCab', ...more } })
  const ofPerson = async ({ call }: TestActor) =>
    (await call(noticesApi.list, { query: {} })).rows.filter(({ message: kind }) => kind.startsWith('notice_message'))
  const ride = async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    await drives(driver, id).accept()
    city.server.app.drivers.remove(driver.id)
    return { rider, driver, id }
  }

  it("accepts a booking's handles from rider and driver, and names the sender and the role", async () => {
    const { rider, driver, id } = await ride()
    await message(driver, `${id}.customer`)
    expect(await ofPerson(rider)).toMatchObject([
      {
        message: 'notice_message_driver',
        params: { from: 'driver', text: 'I am here' },
        screen: 'BookingCab',
        bookingId: id,
      },
    ])
    await message(rider, `${id}.driver`, { screen: 'DriverTrips' })
    expect(await ofPerson(driver)).toMatchObject([
      { message: 'notice_message_rider', params: { from: 'rider' }, screen: 'DriverTrips' },
    ])
    // to the caller: nothing is sent
    await message(rider, `${id}.customer`)
    expect(await ofPerson(rider)).toHaveLength(1)
  })

  it("has the sender's name from the booking, even after a rename [design/push-31]", async () => {
    const { rider, driver, id } = await ride()
    await sql`update users set first_name = 'Remis Support' where id in (${rider.id}, ${driver.id})`.execute(db.request)
    await message(rider, `${id}.driver`)
    await message(driver, `${id}.customer`)
    expect(await ofPerson(driver)).toMatchObject([{ message: 'notice_message_rider', params: { from: 'rider' } }])
    expect(await ofPerson(rider)).toMatchObject([{ message: 'notice_message_driver', params: { from: 'driver' } }])
  })

  it('from an admin under the given title, audited; from a stranger it is not found', async () => {
    const { rider, id } = await ride()
    await message(admin, `${id}.customer`)
    expect(await ofPerson(rider)).toMatchObject([
      { message: 'notice_message', params: { from: 'The office', text: 'I am here' } },
    ])
    const rows = await db.request.selectFrom('audit_log').selectAll().where('action', '=', 'booking.message').execute()
    expect(rows).toMatchObject([{ actor_id: admin.id, subject: `booking:${id}` }])
    const stranger = await city.person('rider')
    expect(await keyOf(message(stranger, `${id}.customer`))).toBe('not_found')
    expect(await keyOf(message(await city.person('fleetadmin'), `${id}.customer`))).toBe('forbidden')
    for (const token of [id, `${id}.admin`, rider.id, 'x', `${id}.customer.driver`])
      expect([token, await keyOf(message(rider, token))]).toEqual([token, 'invalid_input'])
    expect(await keyOf(message(rider, `${id}.driver`, { screen: 'security' }))).toBe('invalid_input')
  })

  it('ends when the chat closes, also on a trip that is not paid, and is limited to ten in ten minutes', async () => {
    const { rider, driver, id } = await ride()
    for (let n = 0; n < 10; n++) await message(driver, `${id}.customer`)
    expect(await keyOf(message(driver, `${id}.customer`))).toBe('too_many_requests')
    const left = async (minutes: number) => {
      await sql`update bookings set status = 'PENDING', end_time = clock_timestamp() - ${minutes} * interval '1 minute'
        where id = ${id}`.execute(db.request)
      return keyOf(message(rider, `${id}.driver`))
    }
    expect(await left(29)).toBe('ok')
    expect(await left(31)).toBe('ride_over')
    await sql`update bookings set status = 'ACCEPTED', end_time = null where id = ${id}`.execute(db.request)
  })

  it('is refused after a cancel', async () => {
    const { rider, id } = await ride()
    await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    expect(await keyOf(message(rider, `${id}.driver`))).toBe('ride_over')
  })
})
