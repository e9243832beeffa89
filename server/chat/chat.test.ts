import { bookingsApi } from '@remis/domain/booking/booking-api'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { examplePicture } from '../testing/files/city-with-files.ts'
import { moveBack } from '../testing/move-back.ts'
import { drives, keyOf, type TestActor } from '../testing/test-city.ts'
import { findBroken } from '../verify/verify.ts'
import { renderChat } from './render-chat.ts'
import { chatCityFor, markChatAs, openChat, send, textMessage, unreadOf } from './chat-fixture.ts'

const { city, db, upload, read, ride, driveToEnd } = await chatCityFor(import.meta.url)

const textsOf = async (who: TestActor, id: string) => (await openChat(who, id)).messages.map((one) => one.message)

describe('a chat [notices-9]', () => {
  it('has the fields of the product, in the order of the server, for both sides alike [notices-10]', async () => {
    const { rider, driver, id } = await ride()
    const first = await send(rider, id, 'Hello')
    expect(first).toEqual({
      n: 1,
      clientId: expect.any(String) as string,
      at: expect.any(Number) as number,
      from: `${id}.customer`,
      source: 'rider',
      type: 'text',
      message: 'Hello',
      photo: null,
      msgDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      msgTime: expect.stringMatching(/^\d\d:\d\d:\d\d$/) as string,
    })
    const answer = await send(driver, id, { clientId: randomUUID(), type: 'quick', message: 'chat_quick_here' })
    expect(answer.from).toBe(`${id}.driver`)
    const stored = await fetch(`${city.server.url}/api/chats/${id}/messages`, {
      headers: { authorization: `Bearer ${rider.token}` },
    })
    expect(await stored.json()).toMatchObject({ messages: [first, answer] })
    const [ofRider, ofDriver] = [await openChat(rider, id), await openChat(driver, id)]
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
      expect(await keyOf(openChat(party, id))).toBe('chat_not_found')
      expect(await keyOf(markChatAs(party, id, { delivered: 1 }))).toBe('chat_not_found')
    }
    await send(rider, id, 'Hello')
    for (const stranger of strangers) {
      expect(await keyOf(openChat(stranger, id))).toBe('not_found')
      expect(await keyOf(send(stranger, id, 'Hello'))).toBe('not_found')
      expect(await keyOf(markChatAs(stranger, id, { delivered: 1 }))).toBe('not_found')
    }
    for (const role of ['admin', 'fleetadmin'] as const)
      expect(await keyOf(openChat(await city.person(role), id))).toBe('forbidden')
    expect(await textsOf(driver, id)).toEqual(['Hello'])
  })

  it('is open from the accept until 30 minutes after the end, and shown for a day [design/chat-1]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    expect(await keyOf(send(rider, id, 'Hello'))).toBe('chat_not_found')
    expect(await keyOf(openChat(driver, id))).toBe('not_found')
    await drives(driver, id).accept()
    const sent = textMessage('Kept')
    await send(rider, id, sent)
    await driveToEnd({ rider, driver, id })
    await send(driver, id, 'You left a bag')
    await moveBack(city, id, 31)
    expect(await keyOf(send(rider, id, 'Too late'))).toBe('chat_closed')
    // a second try of what had arrived is answered as before
    expect((await send(rider, id, sent)).n).toBe(1)
    expect(await textsOf(rider, id)).toEqual(['Kept', 'You left a bag'])
    expect(await unreadOf(rider)).toEqual([{ bookingId: id, unread: 1 }])
    await moveBack(city, id, 24 * 60)
    expect(await keyOf(openChat(rider, id))).toBe('chat_not_found')
    expect(await unreadOf(rider)).toEqual([])
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
    const newest = await openChat(driver, id)
    expect([newest.messages.length, newest.messages[0]?.n, newest.messages.at(-1)?.n, newest.more]).toEqual([
      100,
      31,
      130,
      true,
    ])
    const earlier = await openChat(driver, id, 31)
    expect([earlier.messages.length, earlier.messages[0]?.n, earlier.more]).toEqual([30, 1, false])
  })
})

describe('a message is stored once [design/chat-3]', () => {
  it('however often and however parallel its device sends it; another device’s same id is another message', async () => {
    const { rider, driver, id } = await ride()
    const body = textMessage('Only once')
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(rider, id, body)))
    expect(new Set(answers.map(({ n }) => n))).toEqual(new Set([1]))
    expect((await send(rider, id, { ...body, message: 'Changed' })).message).toBe('Only once')
    expect((await send(driver, id, { ...body, message: 'Mine' })).n).toBe(2)
    expect(await textsOf(rider, id)).toEqual(['Only once', 'Mine'])
    expect((await unreadOf(driver))[0]?.unread).toBe(1)
  })

  it('gets numbers without a gap while both sides write at once', async () => {
    const { rider, driver, id } = await ride()
    await Promise.all(Array.from({ length: 10 }, (_, i) => send(i % 2 === 0 ? rider : driver, id, `m${i}`)))
    expect((await openChat(rider, id)).messages.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
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
    expect(await keyOf(openChat(rider, id))).toBe('chat_not_found')
  })
})

describe('marks [design/chat-5]', () => {
  it('say how far the other side is, never go back, and count what is unread', async () => {
    const { rider, driver, id } = await ride()
    for (const text of ['one', 'two', 'three']) await send(rider, id, text)
    expect(await unreadOf(driver)).toEqual([{ bookingId: id, unread: 3 }])
    await markChatAs(driver, id, { delivered: 3, read: 2 })
    expect((await openChat(rider, id)).marks).toEqual({ delivered: 3, read: 2 })
    await markChatAs(driver, id, { delivered: 1, read: 1 })
    expect((await openChat(rider, id)).marks).toEqual({ delivered: 3, read: 2 })
    expect(await unreadOf(driver)).toEqual([{ bookingId: id, unread: 1 }])
    // more than there is counts as the last one
    await markChatAs(driver, id, { delivered: 900, read: 900 })
    expect((await openChat(rider, id)).marks).toEqual({ delivered: 3, read: 3 })
    expect(await unreadOf(driver)).toEqual([])
    await send(rider, id, 'four')
    expect((await openChat(rider, id)).marks).toEqual({ delivered: 3, read: 3 })
    expect((await openChat(driver, id)).unread).toBe(1)
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
    await markChatAs(driver, id, { delivered: 1, read: 1 })
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

  it('reach no one on a side of a former role [design/access-92]', async () => {
    const { rider, driver, id } = await ride()
    await send(driver, id, 'Here')
    await send(rider, id, 'Coming')
    for (const [who, role, other] of [
      [rider, 'rider', 'driver'],
      [driver, 'driver', 'rider'],
    ] as const) {
      const setRole = (usertype: string) =>
        sql`update users set usertype = ${usertype} where id = ${who.id}`.execute(db.request)
      const shown = (as: 'rider' | 'driver') => renderChat(city.server.app)(`${id}.1`, { id: who.id, role: as })
      await setRole(other)
      expect(await keyOf(openChat(who, id))).toBe('not_found')
      expect(await (await who.connect()).send('typing', { bookingId: id })).toMatchObject({
        error: { key: 'not_found' },
      })
      expect([await unreadOf(who), await shown(other)]).toEqual([[], null])
      await setRole(role)
      expect(await unreadOf(who)).toEqual([{ bookingId: id, unread: 1 }])
      expect(await shown(role)).toMatchObject({ bookingId: id, unread: 1 })
    }
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
    await sql`update users set usertype = 'rider' where id = ${driver.id}`.execute(db.request)
    expect(await statusOf(driver)).toBe(404)
    await sql`update users set usertype = 'driver' where id = ${driver.id}`.execute(db.request)
    expect(await findBroken(db.request)).toEqual([])
  })

  it('are refused of a foreign booking, when they are no picture, and past the limit of a person in a chat', async () => {
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
      select gen_random_uuid(), ${driver.id}, 'chat_image', ${id}, md5(n::text || ${id}), 1, null
      from generate_series(1, 20) n`.execute(db.request)
    expect((await put(driver, id)).key).toBe('file_quota')
    // messages of the driver do not count for the rider
    expect((await put(rider, id)).key).toBe('ok')
    await sql`delete from files where booking_id = ${id} and owner_id = ${driver.id}`.execute(db.request)
  })
})
