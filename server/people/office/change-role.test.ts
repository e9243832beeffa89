import type { Role } from '@remis/domain/kit/endpoint'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { debtsApi } from '@remis/domain/wallet/debts-api'
import { chargeRider } from '@remis/domain/wallet/postings'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newAttemptId } from '../../payments/attempt.ts'
import { addAudit } from '../../platform/database/audit.ts'
import { inOrder, untilWaiting } from '../../races/in-order.ts'
import { credit } from '../../testing/money.ts'
import { cityFor, drives, drop, keyOf, pickup, requestOn, type TestActor } from '../../testing/test-city.ts'
import { post } from '../../wallet/post.ts'
import { endBookingsOfLeavers } from './end-bookings.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')

const make = ({ id }: TestActor, usertype: Role) =>
  admin.call(peopleApi.changeRole, { params: { id }, body: { usertype } })
const refused = async (person: TestActor, usertype: Role) =>
  expect(make(person, usertype)).rejects.toMatchObject({
    key: 'person_has_open_business',
    fields: { usertype: 'wallet' },
  })

/** A rider who owes a driver 50. */
const owing = async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const bookingId = (await city.book(await city.person('rider'))).id
  const facts = { bookingId, rider: rider.id, driver: driver.id, toDriver: 50_00, toRevenue: 0, fromPrepayments: 0 }
  const owed = chargeRider({ ...facts, kind: 'cancellation-fee', balance: 0, guaranteed: false })
  await db.transact((tx) => post(tx, owed, { actorId: null, currency: 'UYU' }))
  return { rider, driver }
}

/** An attempt to pay by card, as the gateway leaves it, for a top-up. */
const addAttempt = async ({ id }: TestActor): Promise<string> => {
  const attempt = newAttemptId(Date.now())
  await sql`with top_up as (insert into top_ups (id, user_id, amount, currency)
      values (gen_random_uuid(), ${id}, 500, 'UYU') returning id)
    insert into payments (id, purpose, top_up_id, user_id, provider, amount, currency, description, return_key_hash, status)
    select ${attempt}, 'wallet_topup', id, ${id}, 'test', 500, 'UYU', 'Top-up', '\\x00', 'REDIRECTED' from top_up`.execute(
    db.request,
  )
  return attempt
}
const setStatus = (attempt: string, values: Record<string, unknown>) =>
  db.request.updateTable('payments').set(values).where('id', '=', attempt).execute()

describe('Facebook and Apple do not sign in to the office [design/accounts-140]', () => {
  const kinds = async ({ id }: TestActor) =>
    (
      await db.request.selectFrom('identities').select('kind').where('user_id', '=', id).orderBy('kind').execute()
    ).flatMap(({ kind }) => (kind === 'facebook' || kind === 'apple' ? [kind] : []))

  it.each(['admin', 'fleetadmin'] as const)('a rider who becomes %s loses both, audited', async (role) => {
    const rider = await city.person('rider')
    for (const kind of ['facebook', 'apple'])
      await sql`insert into identities (id, user_id, kind, subject)
        values (gen_random_uuid(), ${rider.id}, ${kind}, ${rider.id})`.execute(db.request)
    await make(rider, 'driver')
    expect(await kinds(rider)).toEqual(['apple', 'facebook'])
    await make(rider, role)
    expect(await kinds(rider)).toEqual([])
    const { rows } = await sql<{ action: string; actor_id: string }>`select action, actor_id from audit_log
      where subject = ${`user:${rider.id}`} and action like 'account.%' order by action`.execute(db.request)
    const actions = ['account.unlink-apple', 'account.unlink-facebook']
    expect(rows).toEqual(actions.map((action) => ({ action, actor_id: admin.id })))
  })
})

describe('another role strands no money', () => {
  it('a driver whose fees are pending stays a driver until they are paid or written off [design/people-8]', async () => {
    const { rider, driver } = await owing()
    for (const role of ['fleetadmin', 'admin', 'rider'] as const) await refused(driver, role)
    const { rows } = await admin.call(debtsApi.list, { query: {} })
    const { id } = rows.find((row) => row.rider === rider.id)!
    await admin.call(debtsApi.writeOff, { params: { id }, body: { reason: 'Does not answer' } })
    expect(await keyOf(make(driver, 'fleetadmin'))).toBe('ok')
  })

  it('a rider who owes may become a driver, whose wallet pays it, and nothing else [design/people-8]', async () => {
    const { rider } = await owing()
    for (const role of ['admin', 'fleetadmin'] as const) await refused(rider, role)
    expect((await make(rider, 'driver')).person.usertype).toBe('driver')
    await refused(rider, 'rider')
    await credit(db, rider, 50)
    expect(await keyOf(make(rider, 'admin'))).toBe('ok')
  })

  it('not while a payment by card or a refund has no end [design/people-8]', async () => {
    const rider = await city.person('rider')
    const attempt = await addAttempt(rider)
    for (const status of ['REDIRECTED', 'REVIEW'] as const) {
      await setStatus(attempt, { status })
      for (const role of ['driver', 'admin'] as const) await refused(rider, role)
    }
    await setStatus(attempt, { status: 'PAID', use: 'applied', provider_payment_id: attempt, paid_at: new Date() })
    await sql`insert into refunds (id, payment_id, key, amount, currency, reason)
      values (gen_random_uuid(), ${attempt}, 'one', 500, 'UYU', 'cancel')`.execute(db.request)
    await refused(rider, 'driver')
    // no money was posted for it
    await sql`delete from refunds where payment_id = ${attempt}`.execute(db.request)
    await setStatus(attempt, { status: 'EXPIRED', use: null })
    expect(await keyOf(make(rider, 'driver'))).toBe('ok')
  })

  it('of two at once, a role change and a debt, none leaves a debt without a wallet [design/people-8]', async () => {
    const { rider } = await owing()
    await credit(db, rider, 50)
    let owed = Promise.resolve<unknown>(undefined)
    await db.transact(async (tx) => {
      const facts = { rider: rider.id, driver: admin.id, toDriver: 0, toRevenue: 20_00, fromPrepayments: 0, balance: 0 }
      const bookingId = (await city.book(await city.person('rider'))).id
      await post(tx, chargeRider({ ...facts, bookingId, kind: 'correction', guaranteed: false }), {
        actorId: null,
        currency: 'UYU',
      })
      owed = refused(rider, 'admin')
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
    await owed
  })
})

/** Status, reason and successor of a booking. */
const endOf = (id: string) =>
  db.request.selectFrom('bookings').select(['status', 'reason', 'successor']).where('id', '=', id).executeTakeFirst()

it('taking the approval of a rider back ends the open bookings, and the office books none [design/people-27]', async () => {
  const rider = await city.person('rider')
  const { quote } = await admin.call(quotesApi.create, {
    body: { pickup, drop, carType: city.economy, rider: rider.id },
  })
  const driver = await city.driver()
  const open = await city.book(rider)
  const disapprove = (approved: boolean) =>
    admin.call(peopleApi.approve, { params: { id: rider.id }, body: { approved } })
  await disapprove(false)
  expect(await endOf(open.id)).toMatchObject({ status: 'CANCELLED', reason: 'ended_by_office', successor: null })
  expect(await keyOf(admin.call(bookingsApi.create, { body: requestOn(quote) }))).toBe('require_approval')
  // As if the server was killed before the bookings ended, and a driver had accepted one at that moment.
  await disapprove(true)
  const [late, taken] = [await city.book(rider), await city.book(rider)]
  await drives(driver, taken.id).accept()
  await sql`update users set approved = false where id = ${rider.id}`.execute(db.request)
  await endBookingsOfLeavers(city.server.app)
  for (const { id } of [late, taken])
    expect(await endOf(id)).toMatchObject({ status: 'CANCELLED', reason: 'ended_by_office', successor: null })
})

it('a suspension that has ended neither ends the trip nor names its admin when an approval is taken back [design/people-5]', async () => {
  const [rider, other] = [await city.person('rider'), await city.person('admin')]
  await admin.call(peopleApi.suspend, {
    params: { id: rider.id },
    body: { reason: 'Complaints of drivers', until: Date.now() + 3_600_000, atOnce: true },
  })
  await sql`update users set suspended_until = clock_timestamp() where id = ${rider.id}`.execute(db.request)
  const driver = await city.driver()
  const [open, trip] = [await city.book(rider), await city.book(rider)]
  const drive = drives(driver, trip.id)
  await drive.accept()
  await drive.arrive()
  // As if the trip had begun at that moment: taking an approval back is refused during a trip.
  await sql`update users set approved = false where id = ${rider.id}`.execute(db.request)
  const [actor, subject] = [{ id: other.id, role: 'admin' } as const, `user:${rider.id}`]
  await db.transact((tx) => addAudit(tx, { actor, action: 'person.disapprove', subject }))
  await endBookingsOfLeavers(city.server.app)
  expect([(await endOf(open.id))?.status, (await endOf(trip.id))?.status]).toEqual(['CANCELLED', 'ARRIVED'])
  const { rows } = await sql<{ actor_id: string }>`select actor_id from booking_events
    where booking_id = ${open.id} and move = 'cancel'`.execute(db.request)
  expect(rows).toEqual([{ actor_id: other.id }])
})

describe('a fleet admin who leaves while a driver joins the fleet [design/people-40]', () => {
  const join = (driver: TestActor, fleet: TestActor) =>
    keyOf(admin.call(peopleApi.update, { params: { id: driver.id }, body: { fleetadmin: fleet.id } }))
  const fleetOf = async ({ id }: TestActor) => (await admin.call(peopleApi.get, { params: { id } })).person.fleetadmin
  const archive = (person: TestActor) => keyOf(admin.call(peopleApi.remove, { params: { id: person.id } }))
  const add = (actor: TestActor, more: object = {}) =>
    actor.call(peopleApi.addDriver, {
      body: { firstName: 'Driver', lastName: 'New', email: 'joins@example.org', ...more },
    })

  it('archived: existing and joining drivers have no fleet afterwards, without a deadlock', async () => {
    const fleet = await city.person('fleetadmin')
    for (const driver of [await city.driver({ fleetadmin: fleet.id }), await city.driver()]) {
      const at = 'remove-person.locked'
      const keys = await inOrder(
        city,
        at,
        () => archive(fleet),
        () => join(driver, fleet),
      )
      expect(keys).toEqual(['ok', 'driver_fields_invalid'])
      expect(await fleetOf(driver)).toBe(null)
      await admin.call(peopleApi.restore, { params: { id: fleet.id } })
    }
  })

  it('role changed: refuses drivers who join, and drivers added by an admin or the fleet admin', async () => {
    const [fleet, driver] = [await city.person('fleetadmin'), await city.driver()]
    const tries = [
      () => join(driver, fleet),
      () => keyOf(add(admin, { fleetadmin: fleet.id })),
      () => keyOf(add(fleet)),
    ]
    for (const attempt of tries) {
      let key = Promise.resolve('')
      const role = (usertype: Role) => sql`update users set usertype = ${usertype} where id = ${fleet.id}`
      await db.transact(async (tx) => {
        await role('rider').execute(tx)
        key = attempt()
        await untilWaiting(city)
      })
      expect(await key).toBe('driver_fields_invalid')
      await role('fleetadmin').execute(db.request)
    }
    expect(await fleetOf(driver)).toBe(null)
  })

  it('role changed: a driver restored at the same time has no fleet', async () => {
    const fleet = await city.person('fleetadmin')
    const driver = await city.driver({ fleetadmin: fleet.id })
    await archive(driver)
    const keys = await inOrder(
      city,
      'restore-person.locked',
      () => keyOf(admin.call(peopleApi.restore, { params: { id: driver.id } })),
      () => keyOf(make(fleet, 'rider')),
    )
    expect(keys).toEqual(['ok', 'ok'])
    expect(await fleetOf(driver)).toBe(null)
  })
})

it('open lists of other admins leave out a waiting driver who is archived or gets another role [design/web-114]', async () => {
  const link = await (await city.person('admin')).connect()
  const told = () => link.events.filter(({ kind, subject }) => kind === 'office' && subject === 'drivers').length
  const [first, second] = [await city.driver(), await city.driver()]
  await sql`update users set approved = false where id in (${first.id}, ${second.id})`.execute(db.request)
  const steps = [
    () => admin.call(peopleApi.remove, { params: { id: first.id } }),
    () => make(second, 'rider'),
    () => make(second, 'driver'),
  ]
  for (const [index, step] of steps.entries()) {
    await step()
    await link.until(() => told() === index + 1)
  }
})
