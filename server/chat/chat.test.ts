import { bookingsApi } from '@remis/domain/booking/booking-api'
import { chatApi, type ChatMessage } from '@remis/domain/chat/chat-api'
import { noticesApi } from '@remis/domain/notices/notices-api'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cityWithFilesFor, examplePicture } from '../testing/files/city-with-files.ts'
import { moveBack } from '../testing/move-back.ts'
import { comeTo, drives, drop, keyOf, tripCodeOf, type TestActor } from '../testing/test-city.ts'
import { erasePerson } from '../privacy/erasure/erasure-store.ts'
import { findBroken } from '../verify/verify.ts'
import { deleteExpiredChats, noticeUnread } from './sweep-chats.ts'

const { city, db, upload, read } = await cityWithFilesFor(import.meta.url)

const message = (text: string, clientId: string = randomUUID()) => ({ clientId, type: 'text' as const, message: text })
const send = async (who: TestActor, id: string, body: Parameters<typeof bodyOf>[0]): Promise<ChatMessage> =>
  (await who.call(chatApi.send, { params: { id }, body: bodyOf(body) })).message
const bodyOf = (
  body: string | { clientId: string; type: 'text' | 'quick' | 'photo'; message: string; photo?: string },
) => (typeof body === 'string' ? message(body) : body)
const open = (who: TestActor, id: string, before?: number) =>
  who.call(chatApi.messages, { params: { id }, query: before === undefined ? {} : { before } })
const mark = (who: TestActor, id: string, body: { delivered: number; read?: number }) =>
  who.call(chatApi.mark, { params: { id }, body })
const unread = async (who: TestActor) => (await who.call(chatApi.unread, {})).rows
const textsOf = async (who: TestActor, id: string) => (await open(who, id)).messages.map((one) => one.message)

/** An accepted ride. */
const ride = async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const { id } = await city.book(rider)
  await drives(driver, id).accept()
  return { rider, driver, id }
}

const driveToEnd = async ({ rider, driver, id }: Awaited<ReturnType<typeof ride>>) => {
  const drive = drives(driver, id)
  await drive.arriveThere()
  await drive.start(await tripCodeOf(rider, id))
  await comeTo(driver, drop)
  await drive.reach()
  await drive.receiveCash()
}

describe('a chat [notices-9]', () => {
  it('has the fields of the product, in the order of the server, for both sides alike', async () => {
    const { rider, driver, id } = await ride()
    const first = await send(rider, id, 'Hello')
    expect(first).toMatchObject({
      n: 1,
      from: `${id}.customer`,
      source: 'rider',
      type: 'text',
      message: 'Hello',
      photo: null,
      msgDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      msgTime: expect.stringMatching(/^\d\d:\d\d:\d\d$/) as string,
    })
    await send(driver, id, { clientId: randomUUID(), type: 'quick', message: 'chat_quick_here' })
    const [ofRider, ofDriver] = [await open(rider, id), await open(driver, id)]
    expect(ofRider.messages).toEqual(ofDriver.messages)
    expect(ofRider.messages.map(({ n, source, message: text }) => [n, source, text])).toEqual([
      [1, 'rider', 'Hello'],
      [2, 'driver', 'chat_quick_here'],
    ])
    expect(JSON.stringify(ofDriver)).not.toContain(rider.id)
  })

  it('is chat_not_found for a party while there is no message, not_found for a stranger [notices-11]', async () => {
    const { rider, driver, id } = await ride()
    const strangers = [await city.person('rider'), await city.driver()]
    for (const party of [rider, driver]) {
      expect(await keyOf(open(party, id))).toBe('chat_not_found')
      expect(await keyOf(mark(party, id, { delivered: 1 }))).toBe('chat_not_found')
    }
    await send(rider, id, 'Hello')
    for (const stranger of strangers) {
      expect(await keyOf(open(stranger, id))).toBe('not_found')
      expect(await keyOf(send(stranger, id, 'Hello'))).toBe('not_found')
      expect(await keyOf(mark(stranger, id, { delivered: 1 }))).toBe('not_found')
    }
    for (const role of ['admin', 'fleetadmin'] as const)
      expect(await keyOf(open(await city.person(role), id))).toBe('forbidden')
    expect(await textsOf(driver, id)).toEqual(['Hello'])
  })

  it('is open from the accept until 30 minutes after the end, and shown for a day [design/chat-1]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    expect(await keyOf(send(rider, id, 'Hello'))).toBe('chat_not_found')
    expect(await keyOf(open(driver, id))).toBe('not_found')
    await drives(driver, id).accept()
    const sent = message('Kept')
    await send(rider, id, sent)
    await driveToEnd({ rider, driver, id })
    await send(driver, id, 'You left a bag')
    await moveBack(city, id, 31)
    expect(await keyOf(send(rider, id, 'Too late'))).toBe('chat_closed')
    // a second try of what had arrived is answered as before
    expect((await send(rider, id, sent)).n).toBe(1)
    expect(await textsOf(rider, id)).toEqual(['Kept', 'You left a bag'])
    expect(await unread(rider)).toEqual([{ bookingId: id, unread: 1 }])
    await moveBack(city, id, 24 * 60)
    expect(await keyOf(open(rider, id))).toBe('chat_not_found')
    expect(await unread(rider)).toEqual([])
  })

  it('closes when the trip is cancelled', async () => {
    const { rider, driver, id } = await ride()
    await send(rider, id, 'Hello')
    await driver.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    expect(await keyOf(send(rider, id, 'Why?'))).toBe('chat_closed')
    expect(await textsOf(driver, id)).toEqual(['Hello'])
  })

  it('is read page by page', async () => {
    const { rider, driver, id } = await ride()
    await send(rider, id, 'first')
    await sql`insert into chat_messages (booking_id, n, source, client_id, type, message)
      select ${id}, n, 'rider', gen_random_uuid(), 'text', n::text from generate_series(2, 130) n`.execute(db.request)
    await sql`update chats set last_n = 130 where booking_id = ${id}`.execute(db.request)
    await sql`update chat_sides set unread = 130 where booking_id = ${id} and source = 'driver'`.execute(db.request)
    const newest = await open(driver, id)
    expect([newest.messages.length, newest.messages[0]?.n, newest.messages.at(-1)?.n, newest.more]).toEqual([
      100,
      31,
      130,
      true,
    ])
    const earlier = await open(driver, id, 31)
    expect([earlier.messages.length, earlier.messages[0]?.n, earlier.more]).toEqual([30, 1, false])
  })
})

describe('a message is stored once [design/chat-3]', () => {
  it('however often and however parallel its device sends it; another device’s same id is another message', async () => {
    const { rider, driver, id } = await ride()
    const body = message('Only once')
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(rider, id, body)))
    expect(new Set(answers.map(({ n }) => n))).toEqual(new Set([1]))
    expect((await send(rider, id, { ...body, message: 'Changed' })).message).toBe('Only once')
    expect((await send(driver, id, { ...body, message: 'Mine' })).n).toBe(2)
    expect(await textsOf(rider, id)).toEqual(['Only once', 'Mine'])
    expect((await unread(driver))[0]?.unread).toBe(1)
  })

  it('gets numbers without a gap while both sides write at once', async () => {
    const { rider, driver, id } = await ride()
    await Promise.all(Array.from({ length: 10 }, (_, i) => send(i % 2 === 0 ? rider : driver, id, `m${i}`)))
    expect((await open(rider, id)).messages.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await findBroken(db.request)).toEqual([])
  })

  it('is refused by a key when it is empty, too long or of 1 MB, and nothing is stored', async () => {
    const { rider, id } = await ride()
    expect(await keyOf(send(rider, id, '  '))).toBe('chat_message_empty')
    expect(await keyOf(send(rider, id, 'a'.repeat(1001)))).toBe('chat_message_too_long')
    expect(await keyOf(send(rider, id, 'a'.repeat(1_000_000)))).toBe('body_too_large')
    expect(await keyOf(send(rider, id, { clientId: randomUUID(), type: 'quick', message: 'chat_quick_here' }))).toBe(
      'invalid_input',
    )
    expect(await keyOf(open(rider, id))).toBe('chat_not_found')
  })
})

describe('marks [design/chat-5]', () => {
  it('say how far the other side is, never go back, and count what is unread', async () => {
    const { rider, driver, id } = await ride()
    for (const text of ['one', 'two', 'three']) await send(rider, id, text)
    expect(await unread(driver)).toEqual([{ bookingId: id, unread: 3 }])
    await mark(driver, id, { delivered: 3, read: 2 })
    expect((await open(rider, id)).marks).toEqual({ delivered: 3, read: 2 })
    await mark(driver, id, { delivered: 1, read: 1 })
    expect((await open(rider, id)).marks).toEqual({ delivered: 3, read: 2 })
    expect(await unread(driver)).toEqual([{ bookingId: id, unread: 1 }])
    // more than there is counts as the last one
    await mark(driver, id, { delivered: 900, read: 900 })
    expect((await open(rider, id)).marks).toEqual({ delivered: 3, read: 3 })
    expect(await unread(driver)).toEqual([])
    await send(rider, id, 'four')
    expect((await open(rider, id)).marks).toEqual({ delivered: 3, read: 3 })
    expect((await open(driver, id)).unread).toBe(1)
  })

  it('and messages reach only the two, live and after a gap; typing only the other', async () => {
    const { rider, driver, id } = await ride()
    const stranger = await city.person('rider')
    const links = {
      rider: await rider.connect(),
      driver: await driver.connect(),
      stranger: await stranger.connect(),
      admin: await (await city.person('admin')).connect(),
    }
    const chatsOf = (link: { events: readonly { kind: string; payload: unknown }[] }) =>
      link.events.filter(({ kind }) => kind === 'chat').map(({ payload }) => payload)
    const { hello } = links.driver
    await send(rider, id, 'Hello')
    await links.driver.until(() => chatsOf(links.driver).length === 1)
    expect(chatsOf(links.driver)).toMatchObject([{ bookingId: id, message: { n: 1, message: 'Hello' }, unread: 1 }])
    await mark(driver, id, { delivered: 1, read: 1 })
    await links.rider.until(() => chatsOf(links.rider).length === 2)
    expect(chatsOf(links.rider)[1]).toEqual({
      bookingId: id,
      message: null,
      marks: { delivered: 1, read: 1 },
      unread: 0,
    })
    expect(await links.rider.send('typing', { bookingId: id })).toEqual({})
    await links.driver.until(() => links.driver.received.some(({ name }) => name === 'typing'))
    expect(links.driver.received.filter(({ name }) => name === 'typing')).toEqual([
      { name: 'typing', payload: { bookingId: id } },
    ])
    for (const link of [links.stranger, links.admin])
      expect([...chatsOf(link), ...link.received.filter(({ name }) => name === 'typing')]).toEqual([])
    expect(links.rider.received.filter(({ name }) => name === 'typing')).toEqual([])
    expect(await links.stranger.send('typing', { bookingId: id })).toMatchObject({ error: { key: 'not_found' } })
    expect(await links.admin.send('typing', { bookingId: id })).toMatchObject({ error: { key: 'forbidden' } })
    expect(await links.rider.send('typing', { bookingId: 7 })).toMatchObject({ error: { key: 'invalid_input' } })
    // a device that was away gets what it missed
    const later = await driver.connect({ epoch: hello.epoch, seq: hello.seq })
    await later.until(() => chatsOf(later).length === 2)
    expect(chatsOf(later)[0]).toMatchObject({ message: { message: 'Hello' } })
  })
})

describe('photos [design/chat-6]', () => {
  const jpeg = () => examplePicture(2000, 1200).jpeg().withMetadata().toBuffer()
  const put = async (who: TestActor, id: string, picture?: Uint8Array) =>
    upload(who, `/api/chats/${id}/photos`, picture ?? (await jpeg()))

  it('are seen by the two and by no one else, and belong to one message of their sender', async () => {
    const { rider, driver, id } = await ride()
    const [stranger, fleet] = [await city.person('rider'), await city.person('fleetadmin')]
    await sql`update bookings set fleetadmin = ${fleet.id} where id = ${id}`.execute(db.request)
    const stored = await put(rider, id)
    expect(stored.key).toBe('ok')
    const body = { clientId: randomUUID(), type: 'photo' as const, message: 'The door', photo: stored.id }
    expect(await keyOf(send(driver, id, { ...body, clientId: randomUUID() }))).toBe('file_not_found')
    const { photo } = await send(rider, id, body)
    expect(photo).toBe(stored.url)
    expect((await send(rider, id, body)).n).toBe(1)
    expect(await keyOf(send(rider, id, { ...body, clientId: randomUUID() }))).toBe('file_not_found')
    const statusOf = async (who: TestActor | undefined) => (await read(who, stored.url)).status
    expect(await Promise.all([rider, driver].map(statusOf))).toEqual([200, 200])
    expect(await Promise.all([stranger, fleet].map(statusOf))).toEqual([404, 404])
    expect(await findBroken(db.request)).toEqual([])
  })

  it('are refused of a foreign booking, when they are no picture, and past the limit of a chat', async () => {
    const { rider, driver, id } = await ride()
    const stranger = await city.person('rider')
    expect((await put(stranger, id)).key).toBe('not_found')
    expect((await put(rider, id, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).key).toBe(
      'file_not_picture',
    )
    const { id: file } = await put(rider, id)
    const other = await ride()
    const body = { clientId: randomUUID(), type: 'photo' as const, message: '', photo: file }
    expect(await keyOf(send(other.rider, other.id, body))).toBe('file_not_found')
    await sql`insert into files (id, owner_id, kind, booking_id, name, bytes, loose_since)
      select gen_random_uuid(), ${driver.id}, 'chat_image', ${id}, md5(n::text || ${id}), 1, clock_timestamp()
      from generate_series(1, 19) n`.execute(db.request)
    expect((await put(rider, id)).key).toBe('file_quota')
    await sql`delete from files where booking_id = ${id} and owner_id = ${driver.id}`.execute(db.request)
  })
})

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
    await mark(driver, id, { delivered: 4, read: 4 })
    expect((await noticesOf(driver)).map(({ seen }) => seen)).toEqual([true])
  })

  it('do not come for a chat that is on screen', async () => {
    const { rider, driver, id } = await ride()
    await send(driver, id, 'Hello')
    await mark(rider, id, { delivered: 1, read: 1 })
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

it('a chat is deleted with the account of either person, photos of both sides too [design/chat-10]', async () => {
  const trips = [await ride(), await ride()]
  for (const [place, trip] of trips.entries()) {
    const { rider, driver, id } = trip
    const photos = await Promise.all(
      [rider, driver].map(async (who) => {
        const photo = await upload(who, `/api/chats/${id}/photos`, await examplePicture().jpeg().toBuffer())
        await send(who, id, { clientId: randomUUID(), type: 'photo', message: 'Quetzal', photo: photo.id })
        return photo.id
      }),
    )
    await driveToEnd(trip)
    const leaving = place === 0 ? rider : driver
    await db.transact((tx) => erasePerson(tx, leaving.id))
    for (const table of ['chats', 'chat_sides', 'chat_messages'] as const)
      expect(await db.request.selectFrom(table).selectAll().where('booking_id', '=', id).execute()).toEqual([])
    const left = await db.request
      .selectFrom('files')
      .select(['owner_id', 'loose_since'])
      .where('id', 'in', photos)
      .execute()
    expect(left.map(({ owner_id, loose_since }) => [owner_id, loose_since !== null])).toEqual([
      [place === 0 ? driver.id : rider.id, true],
    ])
  }
})
