import { guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { showsPosition, viewFollowed } from '@remis/domain/guest-links/view-followed'
import { made } from '@remis/domain/booking/example-booking'
import { beforeAll, describe, expect, it } from 'vitest'
import { actorOf } from '../testing/actors.ts'
import { comeTo, drives, keyOf, openCity, pickup, tripCodeOf, type City } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
let city: City
beforeAll(async () => {
  city = await openCity(database)
})

const follow = (token: string) => actorOf(city.server.url, undefined).call(guestLinksApi.follow, { body: { token } })
const link = (who: Awaited<ReturnType<City['person']>>, id: string, view?: 'receiver') =>
  who.call(guestLinksApi.add, { params: { id }, body: view === undefined ? {} : { view } })

/** A booking with a receiver, as the office makes one for a sender who calls. */
const parcel = async () => {
  const [rider, driver, admin] = [await city.person('rider'), await city.driver(), await city.person('admin')]
  const { id } = await city.book(rider)
  await database.db.request
    .updateTable('bookings')
    .set({ delivery_person: 'Receiver One', delivery_person_phone: '094 555 010' })
    .where('id', '=', id)
    .execute()
  return { rider, driver, admin, id }
}

describe('a link to a parcel', () => {
  it('shows its receiver neither the pickup nor the way to it, and no number [design/delivery-11]', async () => {
    const { rider, driver, admin, id } = await parcel()
    const [own, receiver] = [await link(rider, id), await link(admin, id, 'receiver')]
    const drive = drives(driver, id)
    await drive.accept()
    await comeTo(driver, pickup)
    expect(await follow(own.token)).toMatchObject({ pickup: { lat: pickup.lat }, parcel: { code: null } })
    const before = await follow(receiver.token)
    expect(before).toMatchObject({ status: 'ACCEPTED', pickup: null, coords: '', position: null, eta: null })
    expect(JSON.stringify(before)).not.toMatch(/094 555|Receiver|contact|email/)
    await drive.arrive()
    await drive.start(await tripCodeOf(rider, id))
    await comeTo(driver, pickup)
    expect((await follow(receiver.token)).position).not.toBeNull()
  })

  it('is made by the office for a sender without an account, and ended by either [design/delivery-10]', async () => {
    const { rider, admin, driver, id } = await parcel()
    const made = await link(admin, id, 'receiver')
    expect(made.view).toBe('receiver')
    await rider.call(guestLinksApi.end, { params: { id }, body: { link: made.id } })
    expect(await keyOf(follow(made.token))).toBe('link_ended')
    expect(await keyOf(link(driver, id, 'receiver'))).toBe('not_found')
  })

  it('for its receiver shows the office the address only when the office makes it, audited as a revealed code [design/access-111]', async () => {
    const { rider, admin, id } = await parcel()
    await database.db.request.updateTable('bookings').set({ delivery_code: '4711' }).where('id', '=', id).execute()
    const tokens = async (who: typeof rider) =>
      (await who.call(guestLinksApi.list, { params: { id } })).rows.map(({ view, token }) => [view, token])
    const [own, follower] = [await link(rider, id, 'receiver'), await link(rider, id)]
    expect(await tokens(admin)).toEqual([
      ['follower', follower.token],
      ['receiver', null],
    ])
    expect(await tokens(rider)).toContainEqual(['receiver', own.token])
    const actions = async () =>
      (
        await database.db.request
          .selectFrom('audit_log')
          .select(['action', 'actor_id'])
          .where('subject', '=', `booking:${id}`)
          .orderBy('id')
          .execute()
      ).map(({ action, actor_id }) => [action, actor_id])
    expect(await actions()).toEqual([])
    const made = await link(admin, id, 'receiver')
    expect((await follow(made.token)).parcel?.code).toBe('4711')
    expect(await actions()).toEqual([
      ['link.create', admin.id],
      ['delivery-code.reveal', admin.id],
    ])
    expect((await tokens(admin)).filter(([view]) => view === 'receiver')).toEqual([
      ['receiver', null],
      ['receiver', null],
    ])
  })

  it('is for a receiver only where something is delivered', async () => {
    const rider = await city.person('rider')
    const { id } = await city.book(rider)
    expect(await keyOf(link(rider, id, 'receiver'))).toBe('invalid_input')
    expect(await follow((await link(rider, id)).token)).toMatchObject({ parcel: null })
  })

  it('shows the code to its receiver alone, until the parcel is delivered', () => {
    const booking = { ...made(), deliveryPersonPhone: '094 555 010', deliveryCode: '4711' }
    const codeIn = (status: 'STARTED' | 'REACHED', view: 'follower' | 'receiver') =>
      viewFollowed({ ...booking, status }, view).parcel?.code
    expect(codeIn('STARTED', 'receiver')).toBe('4711')
    expect(codeIn('STARTED', 'follower')).toBeNull()
    expect(codeIn('REACHED', 'receiver')).toBeNull()
  })

  it('says when the office ended the delivery for a part of its fare, so that it is not called delivered [design/moves-37]', () => {
    const booking = { ...made(), deliveryPersonPhone: '094 555 010', status: 'PAID' as const }
    const aborted = { ...booking, fare: { ...booking.fare, charged: 'given' as const } }
    for (const view of ['follower', 'receiver'] as const)
      expect([booking, aborted].map((one) => viewFollowed(one, view).aborted)).toEqual([false, true])
  })

  it('does not lead its receiver to the sender when the parcel goes back [design/delivery-36]', () => {
    const { pickup, drop, ...rest } = made()
    const undelivered = { at: 0, reason: 'absent', note: null, image: null, drop, fee: 0 } as const
    const parcel = { deliveryPersonPhone: '094 555 010', deliveryCode: '4711' }
    const back = {
      ...rest,
      ...parcel,
      coords: 'planned',
      pickup,
      drop: pickup,
      undelivered,
      status: 'STARTED' as const,
    }
    const seen = viewFollowed(back, 'receiver')
    expect(seen).toMatchObject({ pickup: null, drop, parcel: { returned: true, code: null } })
    expect(JSON.stringify(seen)).not.toContain(pickup.add)
    expect([showsPosition(back, 'receiver'), showsPosition(back, 'follower')]).toEqual([false, true])
    expect(viewFollowed(back, 'follower')).toMatchObject({ drop: pickup, coords: '', parcel: { returned: true } })
    expect(viewFollowed({ ...back, undelivered: null }, 'follower').coords).toBe('planned')
  })
})
