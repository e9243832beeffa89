import { bookingsApi } from '@remis/domain/booking/booking-api'
import { describe, expect, it } from 'vitest'
import { drives, cityFor, keyOf, type TestActor } from '../../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)

const getBooking = (actor: TestActor, id: string) =>
  actor.call(bookingsApi.get, { params: { id } }).then(({ booking }) => booking)
const search = (actor: TestActor, id: string) => actor.call(bookingsApi.searchAgain, { params: { id }, body: {} })

const endSearch = async (id: string) => {
  const past = new Date(Date.now() - 1000)
  await db.request.updateTable('bookings').set({ search_until: past }).where('id', '=', id).execute()
  await db.request.updateTable('offers').set({ expires_at: past }).where('booking_id', '=', id).execute()
}

describe('a search without a driver [design/dispatch-11]', () => {
  it('shows no-driver, and a new search by the rider offers to the drivers at once; it is an event with a version [design/moves-3]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    await endSearch(id)
    expect((await getBooking(rider, id)).search).toMatchObject({ state: 'no-driver' })
    expect(await keyOf(drives(driver, id).accept())).toBe('offer_expired')
    const { booking } = await search(rider, id)
    expect(booking).toMatchObject({ status: 'NEW', version: 1, search: { state: 'searching' } })
    expect(booking.search?.until).toBeGreaterThan(Date.now() + 9 * 60_000)
    const events = db.request.selectFrom('booking_events').selectAll().where('booking_id', '=', id).orderBy('version')
    expect((await events.execute()).map(({ version, move, to_status }) => [version, move, to_status])).toEqual([
      [0, 'create', 'NEW'],
      [1, 'search-again', 'NEW'],
    ])
    expect(await keyOf(search(rider, id))).toBe('booking_moved_on')
    expect(await keyOf(drives(driver, id).accept())).toBe('ok')
  })

  it('two concurrent requests start one search', async () => {
    const [rider, admin] = [await city.person('rider'), await city.person('admin')]
    await city.driver()
    const { id } = await city.book(rider)
    await endSearch(id)
    const keys = await Promise.all([keyOf(search(rider, id)), keyOf(search(admin, id)), keyOf(search(rider, id))])
    expect(keys.toSorted()).toEqual(['booking_moved_on', 'booking_moved_on', 'ok'])
  })

  it('a new search asks drivers again who declined in the last one [design/dispatch-14]', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(rider)
    await drives(driver, id).decline()
    expect(await keyOf(drives(driver, id).accept())).toBe('offer_expired')
    await endSearch(id)
    await search(rider, id)
    expect(await keyOf(drives(driver, id).accept())).toBe('ok')
  })

  it('with autoDispatch off a booking waits for the office and gets no offers [design/dispatch-12]', async () => {
    await city.server.app.settings.change({ autoDispatch: false }, null)
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const { id, search: state } = await city.book(rider)
    await city.server.app.settings.change({ autoDispatch: true }, null)
    expect(state).toEqual({ state: 'waiting', until: null })
    expect(await db.request.selectFrom('offers').select('id').where('booking_id', '=', id).execute()).toEqual([])
    expect(await keyOf(drives(driver, id).accept())).toBe('not_found')
  })
})

describe('live events of a booking [design/live-3]', () => {
  it('send each party its own view of every move, in order, once; others get nothing', async () => {
    const fleet = await city.person('fleetadmin')
    const [rider, driver] = [await city.person('rider'), await city.driver({ fleetadmin: fleet.id })]
    const [stranger, admin] = [await city.person('rider'), await city.person('admin')]
    const links = await Promise.all([rider, driver, fleet, admin, stranger].map((actor) => actor.connect()))
    const { id } = await city.book(rider)
    const drive = drives(driver, id)
    await drive.accept()
    await drive.arriveThere()
    const of = (n: number) =>
      links[n]!.events.flatMap((event) => (event.kind === 'booking' && event.subject === id ? [event.payload] : []))
    const notices = () => links[0]!.events.flatMap((event) => (event.kind === 'notice' ? [event.payload.message] : []))
    await links[0]!.until(() => of(0).length === 3 && of(1).length === 2 && of(2).length === 2 && of(3).length === 3)
    await links[0]!.until(() => notices().length === 2)
    expect(of(0).at(-1)).toMatchObject({ status: 'ARRIVED', otp: expect.stringMatching(/^\d{5}$/) })
    expect(of(0).at(-1)).not.toHaveProperty('driver_share')
    expect(of(1).at(-1)).toHaveProperty('driver_share')
    expect(of(2).at(-1)?.customer_contact).toBeNull()
    expect(of(3).at(-1)?.otp).toBe('•••••')
    expect(links[4]!.events).toEqual([])
    expect(notices()).toEqual(['notice_accepted', 'notice_arrived'])
  })

  it('send the driver the wallet in major units when a trip is paid', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const link = await driver.connect()
    const { id } = await city.book(rider)
    const drive = drives(driver, id)
    await drive.accept()
    await drive.arrive()
    await drive.start((await getBooking(rider, id)).otp ?? '')
    await drive.reach()
    const { booking } = await drive.receiveCash()
    const wallet = () => link.events.find((event) => event.kind === 'wallet')
    await link.until(() => wallet() !== undefined)
    expect(wallet()).toMatchObject({
      subject: driver.id,
      payload: { balance: -(booking.convenience_fees ?? 0), currency: 'UYU' },
    })
  })
})
