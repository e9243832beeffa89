import { bookingsApi } from '@remis/domain/booking/booking-api'
import { chatApi } from '@remis/domain/chat/chat-api'
import { noticesApi } from '@remis/domain/notices/notices-api'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { examplePicture } from '../testing/files/city-with-files.ts'
import { moveBack } from '../testing/move-back.ts'
import { keyOf, type TestActor } from '../testing/test-city.ts'
import { personalRecords } from '../privacy/exports/personal-records.ts'
import { findBroken } from '../verify/verify.ts'
import { chatCityFor, markChatAs, send } from './chat-fixture.ts'
import { deleteExpiredChats, noticeUnread } from './sweep-chats.ts'

const { city, db, upload, read, ride, driveToEnd } = await chatCityFor(import.meta.url)

describe('the office [design/chat-9]', () => {
  const reveal = (who: TestActor, id: string, reason: string) =>
    who.call(chatApi.reveal, { params: { id }, body: { reason } })

  it('reads a chat only with a reason, which is audited; photos follow; fleet admins and demo mode do not', async () => {
    const { rider, driver, id } = await ride()
    const [admin, other, fleet] = [
      await city.person('admin'),
      await city.person('admin'),
      await city.person('fleetadmin'),
    ]
    const photo = await upload(rider, `/api/chats/${id}/photos`, await examplePicture().jpeg().toBuffer())
    await send(rider, id, { clientId: randomUUID(), type: 'photo', message: '', photo: photo.id })
    await send(driver, id, 'Seen')
    expect((await read(admin, photo.url)).status).toBe(404)
    expect(await keyOf(reveal(admin, id, '  '))).toBe('reason_missing')
    expect(await keyOf(reveal(fleet, id, 'Curious'))).toBe('forbidden')
    expect((await reveal(admin, id, 'A complaint')).messages.map(({ message: text }) => text)).toEqual(['', 'Seen'])
    expect((await read(admin, photo.url)).status).toBe(200)
    expect((await read(other, photo.url)).status).toBe(404)
    const { rows } = await sql<{ actor_id: string; data: { reason: string } }>`select actor_id, data from audit_log
      where action = 'chat.reveal' and subject = ${`booking:${id}`}`.execute(db.request)
    expect(rows).toMatchObject([{ actor_id: admin.id, data: { reason: 'A complaint' } }])
    const { settings } = city.server.app
    await settings.change({ AllowCriticalEditsAdmin: false }, null)
    try {
      expect(await keyOf(reveal(admin, id, 'A complaint'))).toBe('demo_mode')
      expect((await read(admin, photo.url)).status).toBe(403)
    } finally {
      await settings.change({ AllowCriticalEditsAdmin: true }, null)
    }
  })
})

describe('notices of messages [design/chat-8]', () => {
  const noticesOf = async (who: TestActor) =>
    (await who.call(noticesApi.list, { query: {} })).rows.filter(({ message: kind }) => kind === 'notice_chat')
  const due = (id: string) =>
    sql`update chat_sides set notice_due_at = notice_due_at - interval '1 hour' where booking_id = ${id}`.execute(
      db.request,
    )
  const sweep = () => noticeUnread(city.server.app)

  it('come once for many messages, after some seconds, and again after a pause', async () => {
    const { rider, driver, id } = await ride()
    for (const text of ['one', 'two', 'three']) await send(rider, id, text)
    await sweep()
    expect(await noticesOf(driver)).toEqual([])
    await due(id)
    await Promise.all([sweep(), sweep()])
    expect(await noticesOf(driver)).toMatchObject([
      { screen: 'onlineChat', bookingId: id, params: { from: rider.name.split(' ')[0] }, seen: false },
    ])
    expect(await noticesOf(rider)).toEqual([])
    await send(rider, id, 'four')
    const { rows } = await sql<{ wait: number }>`select extract(epoch from notice_due_at - clock_timestamp())::float8
      as wait from chat_sides where booking_id = ${id} and source = 'driver'`.execute(db.request)
    expect(rows[0]?.wait).toBeGreaterThan(100)
    // reading the chat also reads the notice
    await markChatAs(driver, id, { delivered: 4, read: 4 })
    expect((await noticesOf(driver)).map(({ seen }) => seen)).toEqual([true])
  })

  it('do not come for a chat that is on screen', async () => {
    const { rider, driver, id } = await ride()
    await send(driver, id, 'Hello')
    await markChatAs(rider, id, { delivered: 1, read: 1 })
    await due(id)
    await sweep()
    expect(await noticesOf(rider)).toEqual([])
  })
})

describe('AllowCalls [design/chat-12]', () => {
  it('off: neither side gets the other’s number', async () => {
    const { rider, driver, id } = await ride()
    const get = async (who: TestActor) => (await who.call(bookingsApi.get, { params: { id } })).booking
    expect((await get(rider)).driver_contact).toMatch(/^\+598/)
    expect((await get(driver)).customer_contact).toMatch(/^\+598/)
    const { settings } = city.server.app
    await settings.change({ AllowCalls: false }, null)
    try {
      expect((await get(rider)).driver_contact).toBeNull()
      const ofDriver = await driver.call(bookingsApi.list, { query: {} })
      expect(ofDriver.rows.map((row) => row.customer_contact)).toEqual([null])
    } finally {
      await settings.change({ AllowCalls: true }, null)
    }
  })
})

describe('the end of a chat [design/chat-10]', () => {
  it('is chatRetentionDays after the trip; its photos become loose', async () => {
    const [old, fresh] = [await ride(), await ride()]
    const photo = await upload(old.rider, `/api/chats/${old.id}/photos`, await examplePicture().jpeg().toBuffer())
    await send(old.rider, old.id, { clientId: randomUUID(), type: 'photo', message: '', photo: photo.id })
    await send(fresh.rider, fresh.id, 'Hello')
    await driveToEnd(old)
    await sql`update chats set created_at = created_at - interval '31 days'`.execute(db.request)
    await city.server.app.settings.change({ chatRetentionDays: 30 }, null)
    await deleteExpiredChats(city.server.app)
    const kept = async () =>
      (await sql`select 1 from chats where booking_id in (${old.id}, ${fresh.id})`.execute(db.request)).rows.length
    expect(await kept()).toBe(2)
    await moveBack(city, old.id, 31 * 24 * 60)
    await deleteExpiredChats(city.server.app)
    expect(await kept()).toBe(1)
    const loose = await db.request
      .selectFrom('files')
      .select('loose_since')
      .where('id', '=', photo.id)
      .executeTakeFirst()
    expect(loose?.loose_since).not.toBeNull()
    expect(await findBroken(db.request)).toEqual([])
  })
})

it('the export of a person has the messages that this person wrote, not of the other side [design/chat-10]', async () => {
  const { rider, driver, id } = await ride()
  await send(rider, id, 'I wrote this')
  await send(driver, id, 'The other wrote this')
  const parts = await personalRecords(city.server.app, { id: rider.id, role: 'rider', code: 'UYU' })
  const rows: object[] = []
  for await (const page of parts.find(({ name }) => name === 'messages')?.pages() ?? []) rows.push(...page)
  expect(rows).toMatchObject([{ bookingId: id, type: 'text', message: 'I wrote this', picture: null }])
})
