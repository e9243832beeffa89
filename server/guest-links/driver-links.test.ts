import { bookingsApi } from '@remis/domain/booking/booking-api'
import { guestLinksApi, type LinkView } from '@remis/domain/guest-links/guest-links-api'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { actorOf } from '../testing/actors.ts'
import { moveBack } from '../testing/move-back.ts'
import { cityFor, comeTo, drives, drop, keyOf, pickup, tripCodeOf, type TestActor } from '../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)

const links = {
  add: (who: TestActor, id: string, view?: LinkView) =>
    who.call(guestLinksApi.add, { params: { id }, body: view === undefined ? {} : { view } }),
  ids: async (who: TestActor, id: string) =>
    (await who.call(guestLinksApi.list, { params: { id } })).rows.map((row) => row.id),
  end: (who: TestActor, id: string, link: string) => who.call(guestLinksApi.end, { params: { id }, body: { link } }),
}
const follow = (token: string) => actorOf(city.server.url, undefined).call(guestLinksApi.follow, { body: { token } })

const accepted = async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const { id } = await city.book(rider)
  const drive = drives(driver, id)
  await drive.accept()
  return { rider, driver, id, drive, link: await links.add(driver, id) }
}

describe('a driver’s link for a trusted contact [design/access-102]', () => {
  it('shows first name, car and position until the trip is closed, and nothing of rider and places', async () => {
    const { rider, driver, id, drive, link } = await accepted()
    expect(link.view).toBe('car')
    await sql`update bookings set customer_name = 'Zqrider One' where id = ${id}`.execute(db.request)
    const { booking } = await rider.call(bookingsApi.get, { params: { id } })
    const hidden = [
      'Zqrider',
      booking.pickup.add,
      booking.drop.add,
      booking.coords,
      booking.otp,
      booking.customer_contact,
      booking.driver_contact,
      rider.id,
      driver.id,
      id,
    ]
    const look = async (status: string) => {
      const trip = await follow(link.token)
      expect(trip).toMatchObject({ status, rider: null, pickup: null, drop: null, parcel: null, coords: '', eta: null })
      expect(trip.driver).toMatchObject({ name: driver.name.split(' ')[0], vehicle_number: booking.vehicle_number })
      for (const text of hidden) expect(JSON.stringify(trip)).not.toContain(String(text))
      return trip
    }
    await comeTo(driver, pickup)
    expect((await look('ACCEPTED')).position?.lat).toBeCloseTo(pickup.lat, 4)
    await drive.arrive()
    await look('ARRIVED')
    await drive.start(await tripCodeOf(rider, id))
    await look('STARTED')
    await comeTo(driver, drop)
    await drive.reach()
    await look('REACHED')
    await drive.receiveCash()
    expect(await keyOf(follow(link.token))).toBe('link_ended')
    expect(await keyOf(links.add(driver, id))).toBe('ride_over')
  })

  it('asks the maps for no arrival time, which it does not show', async () => {
    const { driver, link } = await accepted()
    await comeTo(driver, pickup)
    const driveTime = vi.spyOn(city.server.app.maps, 'driveTime')
    expect((await follow(link.token)).position).not.toBeNull()
    expect(driveTime).not.toHaveBeenCalled()
  })

  it('ends half an hour after the drop also when the driver does not close the trip', async () => {
    const { rider, driver, id, drive, link } = await accepted()
    await comeTo(driver, pickup)
    await drive.arrive()
    await drive.start(await tripCodeOf(rider, id))
    await comeTo(driver, drop)
    await drive.reach()
    await moveBack(city, id, 29)
    expect(await follow(link.token)).toMatchObject({ status: 'REACHED' })
    await moveBack(city, id, 2)
    expect(await keyOf(follow(link.token))).toBe('link_ended')
  })

  it('ends when the driver cancels and does not continue with the next driver', async () => {
    const { rider, driver, id, link } = await accepted()
    await driver.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    const { booking } = await rider.call(bookingsApi.get, { params: { id } })
    expect(booking.successor).toEqual(expect.any(String))
    expect(await keyOf(follow(link.token))).toBe('link_ended')
    await rider.call(bookingsApi.cancel, { params: { id: booking.successor ?? '' }, body: { reason: city.reason } })
  })

  it('shows nothing after another driver takes the booking', async () => {
    const { driver, id, link } = await accepted()
    const other = await city.driver()
    const drivenBy = (person: string) =>
      sql`update bookings set driver = ${person} where id = ${id}`.execute(db.request)
    await drivenBy(other.id)
    expect(await keyOf(follow(link.token))).toBe('link_ended')
    expect(await keyOf(links.add(driver, id))).toBe('not_found')
    await drivenBy(driver.id)
    expect(await follow(link.token)).toMatchObject({ status: 'ACCEPTED' })
  })

  it('is listed and ended by its driver only; the rider’s links by the rider only', async () => {
    const { rider, driver, id, link } = await accepted()
    const ofRider = await links.add(rider, id)
    const admin = await city.person('admin')
    expect(await links.ids(driver, id)).toEqual([link.id])
    expect(await links.ids(rider, id)).toEqual([ofRider.id])
    expect(await links.ids(admin, id)).toEqual([ofRider.id])
    for (const who of [rider, admin]) expect(await keyOf(links.end(who, id, link.id))).toBe('not_found')
    expect(await keyOf(links.end(driver, id, ofRider.id))).toBe('not_found')
    await links.end(driver, id, link.id)
    expect(await keyOf(follow(link.token))).toBe('link_ended')
    expect(await follow(ofRider.token)).toMatchObject({ status: 'ACCEPTED' })
  })

  it('is limited to five per driver, separately from the five of the rider', async () => {
    const { rider, driver, id, link } = await accepted()
    for (let n = 0; n < 5; n++) await links.add(rider, id)
    expect(await follow(link.token)).toMatchObject({ rider: null })
    for (let n = 0; n < 5; n++) await links.add(driver, id)
    expect(await keyOf(follow(link.token))).toBe('link_ended')
    expect(await links.ids(rider, id)).toHaveLength(5)
  })

  it('cannot be made before the accept, and each side can make only its own views', async () => {
    const { rider, driver, id } = await accepted()
    expect(await keyOf(links.add(rider, id, 'car'))).toBe('invalid_input')
    expect(await keyOf(links.add(driver, id, 'follower'))).toBe('invalid_input')
    const open = await city.book(await city.person('rider'))
    expect(await keyOf(links.add(await city.driver(), open.id))).toBe('not_found')
  })
})
