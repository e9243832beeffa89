import { bookingsApi } from '@remis/domain/booking/booking-api'
import { guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { up as moveOldLinks } from '../platform/database/migrations/061-to-080/069-links-of-continued-bookings.ts'
import { actorOf } from '../testing/actors.ts'
import {
  comeTo,
  drives,
  drop,
  cityFor,
  keyOf,
  openCity,
  pickup,
  tripCodeOf,
  type TestActor,
} from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { moveBack } from '../testing/move-back.ts'
import { guestLinks } from './feature.ts'

const { city, db } = await cityFor(import.meta.url)
const slow = await openCity(await databaseFor(import.meta.url), {
  limits: { floods: { read: { max: 3, windowSeconds: 60 } } },
})

const links = {
  add: (who: TestActor, id: string) => who.call(guestLinksApi.add, { params: { id }, body: {} }),
  list: async (who: TestActor, id: string) => (await who.call(guestLinksApi.list, { params: { id } })).rows,
  end: (who: TestActor, id: string, link: string) => who.call(guestLinksApi.end, { params: { id }, body: { link } }),
}
/** Someone without an account. */
const follow = (token: string) => actorOf(city.server.url, undefined).call(guestLinksApi.follow, { body: { token } })

const successorOf = async (rider: TestActor, id: string) =>
  (await rider.call(bookingsApi.get, { params: { id } })).booking.successor ?? ''

const shared = async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const { id } = await city.book(rider)
  return { rider, driver, id, link: await links.add(rider, id) }
}

describe('a link to follow a ride [design/access-100]', () => {
  it('shows the ride as it goes on, without contacts, price and code, and then how it ended', async () => {
    const { rider, driver, id, link } = await shared()
    expect(await follow(link.token)).toMatchObject({ status: 'NEW', driver: null, position: null, endedAt: null })
    const drive = drives(driver, id)
    await drive.accept()
    await comeTo(driver, pickup)
    const coming = await follow(link.token)
    expect(coming).toMatchObject({
      status: 'ACCEPTED',
      rider: rider.name.split(' ')[0],
      driver: { name: driver.name.split(' ')[0] },
    })
    expect(coming.position?.lat).toBeCloseTo(pickup.lat, 4)
    const { booking } = await rider.call(bookingsApi.get, { params: { id } })
    expect([coming.pickup, coming.drop, coming.carImage]).toEqual([booking.pickup, booking.drop, booking.carImage])
    const text = JSON.stringify(coming)
    for (const hidden of [booking.otp, booking.customer_contact, booking.driver_contact, rider.id, driver.id, id])
      expect(text).not.toContain(String(hidden))
    expect(Object.keys(coming).filter((key) => /cost|amount|estimate$|paid|otp|contact|email/i.test(key))).toEqual([])

    await drive.arrive()
    await drive.start(await tripCodeOf(rider, id))
    await comeTo(driver, drop)
    await drive.reach()
    expect(await follow(link.token)).toMatchObject({ status: 'REACHED', endedAt: expect.any(Number) as number })
    await moveBack(city, id, 31)
    expect(await keyOf(follow(link.token))).toBe('link_ended')
    expect(await keyOf(links.add(rider, id))).toBe('ride_over')
  })

  it('ends when the rider ends it, alone; the others stay', async () => {
    const { rider, id, link } = await shared()
    const other = await links.add(rider, id)
    await links.end(rider, id, link.id)
    expect(await keyOf(follow(link.token))).toBe('link_ended')
    expect(await follow(other.token)).toMatchObject({ status: 'NEW' })
    expect((await links.list(rider, id)).map((row) => row.id)).toEqual([other.id])
    expect(await keyOf(links.end(rider, id, link.id))).toBe('not_found')
  })

  it('is read again as it was made, and says when it was opened', async () => {
    const { rider, id, link } = await shared()
    expect(await links.list(rider, id)).toEqual([link])
    await follow(link.token)
    const [opened] = await links.list(rider, id)
    expect(opened).toEqual({ ...link, openedAt: expect.any(Number) as number })
    await follow(link.token)
    expect((await links.list(rider, id))[0]).toEqual(opened)
  })

  it('is one of five at most: the oldest ends', async () => {
    const { rider, id, link } = await shared()
    for (let n = 0; n < 5; n++) await links.add(rider, id)
    expect(await links.list(rider, id)).toHaveLength(5)
    expect(await keyOf(follow(link.token))).toBe('link_ended')
  })

  it('goes on with the ride that replaces one cancelled by its driver', async () => {
    const { rider, driver, id, link } = await shared()
    await drives(driver, id).accept()
    await driver.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    expect(await follow(link.token)).toMatchObject({ status: 'NEW', endedAt: null })
    const second = await successorOf(rider, id)
    await rider.call(bookingsApi.cancel, { params: { id: second }, body: { reason: city.reason } })
    expect(await follow(link.token)).toMatchObject({ status: 'CANCELLED', driver: null })
  })

  it('belongs to the ride that continues its own: rider and office see and end it there', async () => {
    const { rider, driver, id, link } = await shared()
    const ended = await links.add(rider, id)
    await links.end(rider, id, ended.id)
    const newer = await links.add(rider, id)
    await drives(driver, id).accept()
    const ofDriver = await driver.call(guestLinksApi.add, { params: { id }, body: {} })
    await driver.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    const second = await successorOf(rider, id)
    expect(await links.list(rider, id)).toEqual([])
    expect(await keyOf(links.add(rider, id))).toBe('ride_over')
    expect(await keyOf(follow(ofDriver.token))).toBe('link_ended')
    const admin = await city.person('admin')
    for (const who of [rider, admin]) expect(await links.list(who, second)).toEqual([newer, link])
    for (let n = 0; n < 4; n++) await links.add(rider, second)
    expect(await keyOf(follow(link.token))).toBe('link_ended')
    await links.end(admin, second, newer.id)
    expect(await keyOf(follow(newer.token))).toBe('link_ended')
  })

  it('of an older release moves to the last ride of the chain when the server is updated', async () => {
    const { rider, driver, id, link } = await shared()
    await drives(driver, id).accept()
    await driver.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    await sql`update guest_links set booking_id = ${id} where id = ${link.id}`.execute(db.request)
    await sql.raw(moveOldLinks).execute(db.request)
    expect(await links.list(rider, await successorOf(rider, id))).toEqual([link])
  })

  it('made over a week ago is kept while the ride goes on with another driver', async () => {
    const { rider, driver, id, link } = await shared()
    await sql`update guest_links set created_at = created_at - interval '8 days' where id = ${link.id}`.execute(
      db.request,
    )
    await drives(driver, id).accept()
    await driver.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    await guestLinks.sweeps?.(city.server.app)['links of rides that are over']?.run()
    expect(await follow(link.token)).toMatchObject({ status: 'NEW' })
    expect(await links.list(rider, await successorOf(rider, id))).toHaveLength(1)
  })

  it('cannot be guessed, changed or made for the ride of another person', async () => {
    const { rider, driver, id, link } = await shared()
    const bytes = Buffer.from(link.token, 'base64url')
    for (const place of [0, 15, 16, 31]) {
      const forged = Buffer.from(bytes)
      forged[place] = (forged[place] ?? 0) ^ 1
      expect(await keyOf(follow(forged.toString('base64url')))).toBe('link_ended')
    }
    for (const token of ['', 'x', link.token.slice(1), `${link.token}AAAA`, link.id])
      expect(await keyOf(follow(token))).toBe('link_ended')
    const stranger = await city.person('rider')
    expect(await keyOf(links.add(stranger, id))).toBe('not_found')
    expect(await keyOf(links.list(stranger, id))).toBe('not_found')
    expect(await keyOf(links.end(stranger, id, link.id))).toBe('not_found')
    expect(await keyOf(links.add(driver, id))).toBe('not_found')
    const own = await city.book(stranger)
    expect(await keyOf(links.end(stranger, own.id, link.id))).toBe('not_found')
    expect(await links.list(rider, id)).toHaveLength(1)
  })

  it('is for one booking and one view: its holder chooses neither', async () => {
    const { rider, link } = await shared()
    const other = await city.book(rider)
    await sql`update bookings set drop_lat = ${drop.lat + 0.02} where id = ${other.id}`.execute(db.request)
    expect((await follow(link.token)).drop?.lat).toBe(drop.lat)
    const stranger = actorOf(city.server.url, undefined)
    for (const more of [{ id: other.id }, { booking: other.id }, { view: 'receiver' }])
      expect(await keyOf(stranger.call(guestLinksApi.follow, { body: { token: link.token, ...more } as never }))).toBe(
        'invalid_input',
      )
  })

  it('is limited for one address, with the other reads of a visitor [design/api-25]', async () => {
    const url = '/api/guest-links/follow'
    const ask = (remoteAddress: string) =>
      slow.server.fastify.inject({ method: 'POST', url, remoteAddress, payload: { token: 'x' } })
    for (let n = 0; n < 3; n++) expect((await ask('203.0.113.7')).statusCode).toBe(404)
    const refused = await ask('203.0.113.7')
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await ask('203.0.113.8')).statusCode).toBe(404)
  })

  it('is deleted a week after the end of its ride, however long before it was made [design/access-100]', async () => {
    const { rider, id } = await shared()
    const open = await shared()
    await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    const agoOf = (table: string, column: string, days: number) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - ${days} * interval '1 day'
        where ${sql.ref(table === 'bookings' ? 'id' : 'booking_id')} in (${id}, ${open.id})`.execute(db.request)
    const kept = async () => {
      await guestLinks.sweeps?.(city.server.app)['links of rides that are over']?.run()
      const rows = await db.request
        .selectFrom('guest_links')
        .select('booking_id')
        .where('booking_id', 'in', [id, open.id])
        .execute()
      return new Set(rows.map((row) => row.booking_id))
    }
    await agoOf('guest_links', 'created_at', 20)
    expect(await kept()).toEqual(new Set([id, open.id]))
    await agoOf('bookings', 'cancelled_at', 6)
    expect(await kept()).toEqual(new Set([id, open.id]))
    await agoOf('bookings', 'cancelled_at', 2)
    expect(await kept()).toEqual(new Set([open.id]))
    await agoOf('bookings', 'cancelled_at', -8)
  })

  it('made over a week before the ride shows how it ended [design/access-100]', async () => {
    const { rider, driver, id, link } = await shared()
    await sql`update guest_links set created_at = created_at - interval '20 days' where id = ${link.id}`.execute(
      db.request,
    )
    const drive = drives(driver, id)
    await drive.accept()
    await drive.arrive()
    await drive.start(await tripCodeOf(rider, id))
    await comeTo(driver, drop)
    await drive.reach()
    await guestLinks.sweeps?.(city.server.app)['links of rides that are over']?.run()
    expect(await follow(link.token)).toMatchObject({ status: 'REACHED' })
  })
})
