import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { walletApi } from '@remis/domain/wallet/wallet-api'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { actorOf } from '../../testing/actors.ts'
import { balanceOf, bookWith, credit, emptyStreets } from '../../testing/money.ts'
import { cityFor, drives, keyOf, tripCodeOf, type TestActor } from '../../testing/test-city.ts'
import { findBroken } from '../../verify/verify.ts'
import { endBookingsOfLeavers } from './end-bookings.ts'

const { city, db } = await cityFor(import.meta.url)
let admin = await city.person('admin')
beforeEach(() => emptyStreets(city))

const params = ({ id }: { readonly id: string }) => ({ params: { id } })
const suspend = (person: { readonly id: string }, more: object = {}, by = admin) =>
  by.call(peopleApi.suspend, { ...params(person), body: { reason: 'Complaints of riders', until: null, ...more } })
const remove = (person: { readonly id: string }, by = admin) => by.call(peopleApi.remove, params(person))
const statusOf = async (id: string) =>
  await db.request
    .selectFrom('bookings')
    .select(['status', 'reason', 'successor', 'driver'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const day = (driver: TestActor) => driver.call(dispatchApi.day, {})

/** A started trip of a new rider and a new driver. */
const startTrip = async () => {
  const [driver, rider] = [await city.driver(), await city.person('rider')]
  const booking = await city.book(rider)
  const drive = drives(driver, booking.id)
  await drive.accept()
  await drive.arrive()
  await drive.start(await tripCodeOf(rider, booking.id))
  return { driver, rider, booking, drive }
}

describe('suspending', () => {
  it('refuses the next call and closes open screens within 2 s; unsuspending lets the session go on', async () => {
    const driver = await city.driver()
    const link = await driver.connect()
    const { person } = await suspend(driver, { until: Date.now() + 3_600_000 })
    expect(person).toMatchObject({ state: 'suspended', suspension: { reason: 'Complaints of riders', by: admin.name } })
    expect(await keyOf(day(driver))).toBe('not_logged_in')
    await link.until(() => !link.socket.connected, 2000)
    await admin.call(peopleApi.unsuspend, params(driver))
    expect((await day(driver)).online).toBe(false)
  })

  it('ends at its time without an act of an admin, and a sign-in meanwhile says why [design/people-5]', async () => {
    const regData = {
      firstName: 'Rider',
      lastName: 'One',
      email: 'suspended@example.org',
      password: 'abc*123',
      mobile: '+59892100001',
    }
    const visitor = actorOf(city.server.url, undefined)
    const { uid: id } = await visitor.call(accountsApi.signUp, { body: { regData } })
    const signIn = () =>
      visitor.call(accountsApi.signIn, { body: { email: regData.email, password: regData.password } })
    await suspend({ id }, { until: Date.now() + 3_600_000 })
    expect(await keyOf(signIn())).toBe('account_suspended')
    await sql`update users set suspended_until = clock_timestamp() where id = ${id}`.execute(db.request)
    expect((await signIn()).user.id).toBe(id)
    expect((await admin.call(peopleApi.get, params({ id }))).person).toMatchObject({
      state: 'active',
      suspension: null,
    })
  })

  it('during a trip waits for its end: the trip goes on, no other one begins', async () => {
    const { driver, booking, drive } = await startTrip()
    const { person } = await suspend(driver)
    expect(person).toMatchObject({ trip: booking.id, suspension: { waits: true } })
    expect(await keyOf(driver.call(dispatchApi.goOnline, { body: { online: true } }))).toBe('account_suspended')
    await drive.reach()
    await drive.receiveCash()
    expect((await statusOf(booking.id)).status).toBe('PAID')
    expect(await keyOf(day(driver))).toBe('not_logged_in')
  })

  it('of a rider during a ride lets it end and refuses another booking', async () => {
    const { rider, booking, drive } = await startTrip()
    await suspend(rider)
    expect((await rider.call(bookingsApi.get, params(booking))).booking.status).toBe('STARTED')
    await city.driver()
    expect(await keyOf(city.book(rider))).toBe('account_suspended')
    await drive.reach()
    await drive.receiveCash()
    expect(await keyOf(rider.call(walletApi.read, {}))).toBe('not_logged_in')
  })

  it('at once aborts a trip without a fare, and frees the driver', async () => {
    const { driver, rider, booking } = await startTrip()
    await suspend(driver, { atOnce: true })
    const { person } = await admin.call(peopleApi.get, params(driver))
    expect(person).toMatchObject({ trip: null, queue: false, suspension: { atOnce: true, waits: false } })
    expect(await statusOf(booking.id)).toMatchObject({
      status: 'CANCELLED',
      reason: 'ended_by_office',
      successor: null,
    })
    expect(await keyOf(day(driver))).toBe('not_logged_in')
    expect(await balanceOf(db, rider)).toBe(0)
  })

  it("suspending a rider at the drop keeps the driver's share of the final fare [design/moves-37]", async () => {
    const { rider, booking, drive } = await startTrip()
    await drive.reach()
    const amounts = () =>
      db.request
        .selectFrom('bookings')
        .select(['trip_cost', 'driver_share', 'convenience_fees'])
        .where('id', '=', booking.id)
        .executeTakeFirstOrThrow()
    const before = await amounts()
    expect(before.convenience_fees).toBeGreaterThan(0)
    await suspend(rider, { atOnce: true })
    expect((await statusOf(booking.id)).status).toBe('PENDING')
    expect(await amounts()).toEqual(before)
    expect(await findBroken(db.lists)).toEqual([])
  })

  it('at once of a driver on the way books the ride again at the same price', async () => {
    const [driver, rider] = [await city.driver(), await city.person('rider')]
    const booking = await city.book(rider)
    await drives(driver, booking.id).accept()
    await suspend(driver, { atOnce: true })
    const { status, successor } = await statusOf(booking.id)
    expect(status).toBe('CANCELLED')
    const next = (await rider.call(bookingsApi.get, params({ id: successor! }))).booking
    expect(next).toMatchObject({ status: 'NEW', estimate: booking.estimate })
  })

  it('cancels what a rider has open, gives held money back, and closes the requests of a driver', async () => {
    const rider = await city.person('rider')
    const driver = await city.driver()
    await credit(db, rider, 5000)
    const booking = await bookWith(rider, await city.quote(rider), 'wallet')
    expect(await balanceOf(db, rider)).toBeLessThan(500_000)
    await suspend(rider)
    expect(await statusOf(booking.id)).toMatchObject({ status: 'CANCELLED', reason: 'ended_by_office' })
    expect(await balanceOf(db, rider)).toBe(500_000)

    const other = await city.person('rider')
    const { id } = await city.book(other)
    await suspend(driver)
    const offer = await db.request
      .selectFrom('offers')
      .select('outcome')
      .where('booking_id', '=', id)
      .executeTakeFirst()
    expect(offer?.outcome).toBe('closed')
  })

  it('needs a reason and an end in the future, and is refused for oneself', async () => {
    const rider = await city.person('rider')
    expect(await keyOf(suspend(rider, { reason: ' ' }))).toBe('suspension_invalid')
    expect(await keyOf(suspend(rider, { until: 1 }))).toBe('suspension_invalid')
    expect(await keyOf(suspend(admin))).toBe('not_yourself')
  })
})

describe('deleting', () => {
  it('archives: no session, no sign-in, email and number free again; the wallet stays in the books [people-14] [design/people-7]', async () => {
    const rider = await city.person('rider')
    await credit(db, rider, 70)
    await city.driver()
    const booking = await city.book(rider)
    const { ending } = await admin.call(peopleApi.ending, params(rider))
    expect(ending).toMatchObject({ trip: null, bookings: 1, sessions: 1, wallet: { balance: 70, owed: 0 } })
    const { person } = await admin.call(peopleApi.get, params(rider))
    await remove(rider)
    expect(await keyOf(rider.call(walletApi.read, {}))).toBe('not_logged_in')
    expect((await statusOf(booking.id)).status).toBe('CANCELLED')
    expect(await balanceOf(db, rider)).toBe(7000)
    expect(await keyOf(remove(rider))).toBe('not_found')
    const again = { usertype: 'rider' as const, firstName: 'Rider', lastName: 'Two', email: person.email! }
    expect((await admin.call(peopleApi.add, { body: { ...again, mobile: person.mobile! } })).person.id).not.toBe(
      rider.id,
    )
    const archived = await admin.call(peopleApi.list, { query: { usertype: 'rider', state: 'deleted' } })
    expect(archived.rows).toMatchObject([{ id: rider.id, state: 'deleted' }])
  })

  it('is refused during a trip, and says which [design/people-7]', async () => {
    const { driver, rider, booking } = await startTrip()
    await expect(remove(driver)).rejects.toMatchObject({ key: 'person_on_trip', extra: { booking: booking.id } })
    expect(await keyOf(remove(rider))).toBe('person_on_trip')
  })

  it('is refused during a trip for another fleet, which is not named [design/people-10]', async () => {
    const [fleet, other] = [await city.person('fleetadmin'), await city.person('fleetadmin')]
    const driver = await city.driver({ fleetadmin: fleet.id })
    const booking = await city.book(await city.person('rider'))
    await drives(driver, booking.id).accept()
    await expect(remove(driver, fleet)).rejects.toMatchObject({ extra: { booking: booking.id } })
    await admin.call(peopleApi.update, { ...params(driver), body: { fleetadmin: other.id } })
    const refusal = await remove(driver, other).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ key: 'person_on_trip' })
    expect(JSON.stringify(refusal)).not.toContain(booking.id)
    expect(refusal).not.toHaveProperty('extra.booking')
  })

  it('of a fleet admin leaves its drivers without a fleet; a fleet admin deletes own drivers only', async () => {
    const [fleet, other] = [await city.person('fleetadmin'), await city.person('fleetadmin')]
    const [own, foreign] = [await city.driver({ fleetadmin: fleet.id }), await city.driver({ fleetadmin: other.id })]
    expect(await keyOf(remove(foreign, fleet))).toBe('not_found')
    await remove(own, fleet)
    expect((await admin.call(peopleApi.ending, params(other))).ending.drivers).toBe(1)
    await remove(other)
    expect((await admin.call(peopleApi.get, params(foreign))).person.fleetadmin).toBe(null)
  })

  it('and accepting at once: the driver is gone, or the trip is theirs; never both', async () => {
    for (let turn = 0; turn < 6; turn++) {
      await emptyStreets(city)
      const [driver, rider] = [await city.driver(), await city.person('rider')]
      const booking = await city.book(rider)
      const [accepted, removed] = await Promise.all([keyOf(drives(driver, booking.id).accept()), keyOf(remove(driver))])
      const { status } = await statusOf(booking.id)
      if (removed === 'ok') {
        expect(['not_found', 'not_logged_in', 'offer_expired']).toContain(accepted)
        expect(status).toBe('NEW')
      } else expect([accepted, removed, status]).toEqual(['ok', 'person_on_trip', 'ACCEPTED'])
    }
  })

  it('of a rider ends a ride that a driver accepted at that moment: the sweep finds it', async () => {
    const [driver, rider] = [await city.driver(), await city.person('rider')]
    const booking = await city.book(rider)
    await drives(driver, booking.id).accept()
    // As if the accept had come between the archive and the cancel of the open bookings.
    await sql`update users set deleted_at = clock_timestamp(), deleted_by = ${admin.id} where id = ${rider.id}`.execute(
      db.request,
    )
    await endBookingsOfLeavers(city.server.app)
    expect(await statusOf(booking.id)).toMatchObject({
      status: 'CANCELLED',
      reason: 'ended_by_office',
      successor: null,
    })
    expect((await day(driver)).activeBooking).toBe(null)
  })

  it('ends the bookings behind one that always fails', async () => {
    await emptyStreets(city)
    await city.driver()
    const riders = [await city.person('rider'), await city.person('rider')]
    const ids = (await Promise.all(riders.map((rider) => city.book(rider)))).map(({ id }) => id).toSorted()
    await sql`update users set deleted_at = clock_timestamp(), deleted_by = ${admin.id}
      where id = any(${riders.map(({ id }) => id)}::uuid[])`.execute(db.request)
    const { app } = city.server
    const failing: typeof app = {
      ...app,
      notify: (tx, drafts) =>
        drafts.some(({ bookingId }) => bookingId === ids[0])
          ? Promise.reject(new Error('it fails'))
          : app.notify(tx, drafts),
    }
    await endBookingsOfLeavers(failing, 1)
    expect([await statusOf(ids[0]!), await statusOf(ids[1]!)]).toMatchObject([
      { status: 'NEW' },
      { status: 'CANCELLED' },
    ])
    await endBookingsOfLeavers(app)
    expect((await statusOf(ids[0]!)).status).toBe('CANCELLED')
  })
})

describe('restoring', () => {
  const restore = (person: { readonly id: string }, by = admin) => by.call(peopleApi.restore, params(person))

  it('gives the account back with its wallet and its sign-in; what ended stays ended [people-23] [design/people-19]', async () => {
    const rider = await city.person('rider')
    await credit(db, rider, 70)
    await city.driver()
    const booking = await city.book(rider)
    const { person: before } = await admin.call(peopleApi.get, params(rider))
    await remove(rider)
    expect((await restore(rider)).person).toEqual({ ...before, deletedAt: null })
    expect(await keyOf(rider.call(walletApi.read, {}))).toBe('not_logged_in')
    expect((await statusOf(booking.id)).status).toBe('CANCELLED')
    expect(await balanceOf(db, rider)).toBe(7000)
    // Again: another admin was first, and nothing is written.
    await restore(rider)
    const actions = await db.request
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', `user:${rider.id}`)
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(['person.delete', 'person.restore'])
  })

  it('is for admins, and refused while the email or the number belongs to another account [people-23]', async () => {
    const fleet = await city.person('fleetadmin')
    const driver = await city.driver({ fleetadmin: fleet.id })
    const { person } = await admin.call(peopleApi.get, params(driver))
    await remove(driver, fleet)
    expect(await keyOf(restore(driver, fleet))).toBe('forbidden')
    const names = { usertype: 'rider' as const, firstName: 'Rider', lastName: 'Two' }
    for (const field of ['email', 'mobile'] as const) {
      const { id } = (await admin.call(peopleApi.add, { body: { ...names, [field]: person[field]! } })).person
      await expect(restore(driver)).rejects.toMatchObject({ key: 'user_exists', fields: { [field]: 'user_exists' } })
      await remove({ id })
    }
    expect((await restore(driver)).person).toMatchObject({ state: 'active', fleetadmin: fleet.id })
  })

  it('and adding the email at once: one account has it [people-23]', async () => {
    const rider = await city.person('rider')
    const { email } = (await admin.call(peopleApi.get, params(rider))).person
    const body = { usertype: 'rider' as const, firstName: 'Rider', lastName: 'Two', email: email! }
    for (let turn = 0; turn < 4; turn++) {
      await remove(rider)
      const added = admin.call(peopleApi.add, { body })
      const keys = await Promise.all([keyOf(restore(rider)), keyOf(added)])
      expect(keys.toSorted()).toEqual(['ok', 'user_exists'])
      const winner = keys[0] === 'ok' ? rider : (await added).person
      if (winner !== rider) await remove(winner)
      await restore(rider)
    }
  })

  it('of a driver whose owner left meanwhile leaves it without a fleet [design/people-19]', async () => {
    const fleet = await city.person('fleetadmin')
    const driver = await city.driver({ fleetadmin: fleet.id })
    await remove(driver)
    await admin.call(peopleApi.changeRole, { ...params(fleet), body: { usertype: 'rider' } })
    expect((await restore(driver)).person.fleetadmin).toBe(null)
  })

  it('is refused for an account whose data were deleted [people-23]', async () => {
    const rider = await city.person('rider')
    await sql`update users set deleted_at = clock_timestamp(), erased_at = clock_timestamp()
      where id = ${rider.id}`.execute(db.request)
    expect(await keyOf(restore(rider))).toBe('person_erased')
    const { rows } = await admin.call(peopleApi.list, { query: { usertype: 'rider', state: 'deleted' } })
    expect(rows.find(({ id }) => id === rider.id)).toMatchObject({ erased: true })
    // no erased person of a test: the check of the database would look for the rest of the erasure
    await sql`update users set erased_at = null where id = ${rider.id}`.execute(db.request)
  })
})

describe('the last admin', () => {
  it('stays, also when two admins remove each other at once [design/people-9]', async () => {
    const other = await city.person('admin')
    const only = [admin.id, other.id]
    await sql`update users set approved = false where usertype = 'admin' and not id = any(${only}::uuid[])`.execute(
      db.request,
    )
    const answers = await Promise.all([keyOf(remove(other)), keyOf(remove(admin, other))])
    expect(answers.filter((key) => key === 'ok')).toHaveLength(1)
    const left = await db.request
      .selectFrom('users')
      .select('id')
      .where('usertype', '=', 'admin')
      .where('approved', '=', true)
      .where('deleted_at', 'is', null)
      .execute()
    expect(left).toHaveLength(1)
    admin = left[0]!.id === admin.id ? admin : other
    const role = (usertype: 'rider') => admin.call(peopleApi.changeRole, { ...params(admin), body: { usertype } })
    expect(await keyOf(role('rider'))).toBe('not_yourself')
  })
})

describe('another role', () => {
  it('ends every session and the old rights; not while something of the old role is open [design/people-8]', async () => {
    const rider = await city.person('rider')
    await city.driver()
    const booking = await city.book(rider)
    const make = (usertype: 'driver' | 'admin') =>
      admin.call(peopleApi.changeRole, { ...params(rider), body: { usertype } })
    await expect(make('driver')).rejects.toMatchObject({
      key: 'person_has_open_business',
      fields: { usertype: 'bookings' },
    })
    await rider.call(bookingsApi.cancel, { ...params(booking), body: { reason: city.reason } })
    await credit(db, rider, 5)
    expect(await keyOf(make('admin'))).toBe('person_has_open_business')
    const link = await rider.connect()
    expect((await make('driver')).person.usertype).toBe('driver')
    await link.until(() => !link.socket.connected, 2000)
    expect(await keyOf(rider.call(walletApi.read, {}))).toBe('not_logged_in')
  })
})
