import { bookingsApi } from '@remis/domain/booking/booking-api'
import { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { creditsApi } from '@remis/domain/wallet/credits-api'
import { debtsApi } from '@remis/domain/wallet/debts-api'
import { refundPaidTwice } from '@remis/domain/payments/payment-postings'
import { adminCredit, chargeRider } from '@remis/domain/wallet/postings'
import { peopleApi } from '@remis/domain/people/people-api'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'
import { lockPerson } from '../../people/find-person.ts'
import { reachedTrip } from '../../races/trip-facts.ts'
import { walletOf } from '../../testing/money.ts'
import { keyOf, cityFor, type TestActor } from '../../testing/test-city.ts'
import { findBalance } from '../../wallet/balances.ts'
import { post } from '../../wallet/post.ts'
import { findBroken } from '../../verify/verify.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')

const paidTrip = async () => {
  const trip = await reachedTrip(city)
  const { booking } = await trip.drive.receiveCash()
  return { ...trip, booking }
}
type Body = Parameters<typeof sendTyped>[1]
const sendTyped = (
  id: string,
  body: { direction: 'back' | 'charge'; amount: number; reason: string; withDriver: boolean },
  who = admin,
  key?: string,
) => who.call(correctionsApi.correct, { params: { id }, body }, key === undefined ? {} : { key })
const back: Body = { direction: 'back', amount: 38, reason: 'The driver took a detour', withDriver: true }
const balanceOf = (user: TestActor) => findBalance(db.request, user.id)
const credit = (user: TestActor, minor: number) =>
  db.transact((tx) => post(tx, [adminCredit(user.id, minor)], { actorId: admin.id, currency: 'UYU' }))
const debtsOf = async (user: TestActor) =>
  (await admin.call(debtsApi.list, { query: {} })).rows.flatMap(({ id, rider }) => (rider === user.id ? [id] : []))
const leftOf = async (id: string) => {
  const { mostBack, owed } = await admin.call(correctionsApi.list, { params: { id } })
  return [mostBack, owed]
}
const noticesOf = async (user: TestActor) =>
  (
    await db.request.selectFrom('notices').select(['message', 'params']).where('user_id', '=', user.id).execute()
  ).filter(({ message }) => message.startsWith('notice_correction'))

describe('a correction of a paid fare [design/money-33]', () => {
  it('gives back to the rider from driver and platform, in the parts of the fare; the booking’s amounts stay [design/money-41]', async () => {
    const { rider, driver, id, booking } = await paidTrip()
    const before = await balanceOf(driver)
    const { booking: corrected } = await sendTyped(id, back)
    // 138 with a fee of 15 % on 120: of 38, 5 are the fee's
    expect(booking).toMatchObject({ trip_cost: 138, convenience_fees: 18 })
    expect(await balanceOf(rider)).toBe(38_00)
    expect((await balanceOf(driver)) - before).toBe(-33_00)
    // a driver's wallet may go below zero
    expect(await balanceOf(driver)).toBeLessThan(0)
    expect(corrected).toMatchObject({ status: 'PAID', version: booking.version + 1, trip_cost: 138, driver_share: 120 })
    expect(await noticesOf(rider)).toEqual([
      { message: 'notice_correction_back', params: { amount: 38, reason: back.reason } },
    ])
    expect(await noticesOf(driver)).toEqual([
      { message: 'notice_correction_share_back', params: { amount: 33, reason: back.reason } },
    ])
    const audited = await db.request
      .selectFrom('audit_log')
      .select(['action', 'data'])
      .where('subject', '=', `booking:${id}`)
      .execute()
    expect(audited).toContainEqual({
      action: 'booking.correct',
      data: { amount: -38_00, share: -33_00, reason: back.reason },
    })
    expect(await findBroken(db.request)).toEqual([])
  })

  it('several are allowed, at most what the rider paid, and the office sees them all; without the driver the platform has all of it [design/money-41]', async () => {
    const { rider, driver, id } = await paidTrip()
    await sendTyped(id, { ...back, amount: 100, withDriver: false })
    expect(await keyOf(sendTyped(id, { ...back, amount: 39 }))).toBe('correction_above_paid')
    await sendTyped(id, back)
    expect(await balanceOf(rider)).toBe(138_00)
    expect(await leftOf(id)).toEqual([0, 0])
    const { rows } = await admin.call(correctionsApi.list, { params: { id } })
    expect(rows).toMatchObject([
      { direction: 'back', amount: 100, share: 0, by: admin.name },
      { direction: 'back', amount: 38, share: 33, reason: back.reason },
    ])
    const own = async (who: TestActor) => (await who.call(correctionsApi.listOwn, { params: { id } })).rows
    expect(await own(rider)).toMatchObject([
      { direction: 'back', amount: 100 },
      { direction: 'back', amount: 38, reason: back.reason },
    ])
    expect(await own(driver)).toMatchObject([{ direction: 'back', amount: 33 }])
  })

  it('charges the difference that waits: from the rider’s wallet, and the rest is owed, the driver’s part first [design/money-40]', async () => {
    const { rider, driver, id } = await paidTrip()
    const charge = { ...back, direction: 'charge' as const, amount: 40 }
    await credit(rider, 30_00)
    const before = await balanceOf(driver)
    await sendTyped(id, charge)
    expect([await balanceOf(rider), (await balanceOf(driver)) - before]).toEqual([0, 30_00])
    await credit(rider, 20_00)
    expect([await balanceOf(rider), (await balanceOf(driver)) - before]).toEqual([10_00, 35_00])
    expect(await findBroken(db.request)).toEqual([])
  })

  it('all charges together are at most the fare once more; what was given back can be charged again', async () => {
    const { id } = await paidTrip()
    const charge = { ...back, direction: 'charge' as const }
    await sendTyped(id, { ...charge, amount: 100 })
    expect(await keyOf(sendTyped(id, { ...charge, amount: 39 }))).toBe('correction_above_fare')
    await sendTyped(id, { ...charge, amount: 38 })
    expect(await keyOf(sendTyped(id, { ...charge, amount: 1 }))).toBe('correction_above_fare')
    await sendTyped(id, { ...back, amount: 20 })
    expect(await keyOf(sendTyped(id, { ...charge, amount: 21 }))).toBe('correction_above_fare')
    expect(await keyOf(sendTyped(id, { ...charge, amount: 20 }))).toBe('ok')
    // giving back more than was charged makes no room for more than the fare once more
    await sendTyped(id, { ...back, amount: 276 })
    expect(await keyOf(sendTyped(id, { ...charge, amount: 139 }))).toBe('correction_above_fare')
    expect(await findBroken(db.request)).toEqual([])
  })

  it('does not give back a charge that was written off: no one paid it [design/money-40], and the list says so [design/money-96]', async () => {
    const { rider, driver, id } = await paidTrip()
    await sendTyped(id, { ...back, direction: 'charge', amount: 50 })
    expect(await leftOf(id)).toEqual([188, 50])
    const before = await balanceOf(driver)
    for (const debt of await debtsOf(rider))
      await admin.call(debtsApi.writeOff, { params: { id: debt }, body: { reason: 'Does not answer' } })
    expect(await leftOf(id)).toEqual([138, 0])
    expect(await keyOf(sendTyped(id, { ...back, amount: 139 }))).toBe('correction_above_paid')
    expect([await balanceOf(rider), await balanceOf(driver)]).toEqual([0, before])
    await sendTyped(id, { ...back, amount: 138 })
    expect(await balanceOf(rider)).toBe(138_00)
    expect(await findBroken(db.request)).toEqual([])
  })

  it('gives the whole fare back where a refund that was paid twice is owed or was written off [design/money-113]', async () => {
    const { rider, id } = await paidTrip()
    const facts = { bookingId: id, holder: id, provider: 'test', amount: 60_00, reference: newId() }
    await db.transact((tx) => post(tx, [refundPaidTwice(facts, rider.id)], { actorId: null, currency: 'UYU' }))
    expect(await leftOf(id)).toEqual([138, 0])
    for (const debt of await debtsOf(rider))
      await admin.call(debtsApi.writeOff, { params: { id: debt }, body: { reason: 'Does not answer' } })
    expect(await leftOf(id)).toEqual([138, 0])
    await sendTyped(id, { ...back, amount: 138 })
    expect(await balanceOf(rider)).toBe(138_00)
    expect(await findBroken(db.request)).toEqual([])
  })

  it.each([
    [50, true, [0, 0, 0]],
    [20, true, [30, 0, 0]],
    // The company bears all of it, so the driver gets what the rider owed.
    [50, false, [0, 43_00, 0]],
    // 20 more than what is open of this booking goes to the wallet, where it pays the older debt.
    [70, true, [0, -18_00, 20_00]],
  ] as const)(
    'gives %d of an unpaid charge of 50 back: it ends the debt of this booking before older ones, driver’s share: %s [design/money-82]',
    async (amount, withDriver, [owed, driverGets, olderGets]) => {
      const { rider, driver, id } = await paidTrip()
      const older = await city.driver()
      const earlier = { bookingId: (await paidTrip()).id, rider: rider.id, driver: older.id, balance: 0 }
      const of = { toDriver: 30_00, toRevenue: 0, fromPrepayments: 0, guaranteed: false }
      const fee = chargeRider({ ...earlier, ...of, kind: 'cancellation-fee' })
      await db.transact((tx) => post(tx, fee, { actorId: null, currency: 'UYU' }))
      await sendTyped(id, { ...back, direction: 'charge', amount: 50 })
      const before = [await balanceOf(driver), await balanceOf(older)] as const
      await sendTyped(id, { ...back, amount, withDriver })
      const { total } = (await walletOf(rider)).owed
      expect(total).toBe(owed + 30 - olderGets / 100)
      expect(await balanceOf(rider)).toBe(0)
      expect((await balanceOf(driver)) - before[0]).toBe(driverGets)
      expect((await balanceOf(older)) - before[1]).toBe(olderGets)
      expect(await findBroken(db.request)).toEqual([])
    },
  )

  it('two charges at once: the second sees the first', async () => {
    const { id } = await paidTrip()
    const charge = { ...back, direction: 'charge' as const, amount: 100 }
    const keys = await Promise.all([1, 2].map(() => keyOf(sendTyped(id, charge))))
    expect(keys.toSorted()).toEqual(['correction_above_fare', 'ok'])
  })

  it('two at once: the second sees the first', async () => {
    const { rider, id } = await paidTrip()
    const keys = await Promise.all([1, 2].map(() => keyOf(sendTyped(id, { ...back, amount: 100 }))))
    expect(keys.toSorted()).toEqual(['correction_above_paid', 'ok'])
    expect(await balanceOf(rider)).toBe(100_00)
  })

  it('two admins who saw the same booking: the second is refused, and may look and send again [design/money-83]', async () => {
    const { rider, id, booking } = await paidTrip()
    const send = (version: number) =>
      keyOf(admin.call(correctionsApi.correct, { params: { id }, body: { ...back, version } }))
    const keys = await Promise.all([1, 2].map(() => send(booking.version)))
    expect(keys.toSorted()).toEqual(['booking_moved_on', 'ok'])
    expect(await balanceOf(rider)).toBe(38_00)
    expect(await send(booking.version + 1)).toBe('ok')
  })

  it('a repeated request with the same key corrects once', async () => {
    const { rider, id } = await paidTrip()
    const answers = await Promise.all([1, 2].map(() => sendTyped(id, back, admin, `correct-${id}`)))
    expect(answers[0]).toEqual(answers[1])
    expect(await balanceOf(rider)).toBe(38_00)
  })

  it.each<[string, Partial<Body>, string]>([
    ['no reason', { reason: '  ' }, 'cancel_reason_missing'],
    ['nothing', { amount: 0 }, 'invalid_input'],
    ['a negative amount', { amount: -5 }, 'invalid_input'],
    ['more decimals than amounts have', { amount: 0.5 }, 'invalid_input'],
    ['more than the fare', { direction: 'charge', amount: 139 }, 'correction_above_fare'],
  ])('refuses %s', async (_, more, key) => {
    const { id } = await paidTrip()
    expect(await keyOf(sendTyped(id, { ...back, ...more }))).toBe(key)
  })

  it.each([
    ['rider', { withDriver: true }, 'credit_owner_gone'],
    ['rider', { withDriver: false, direction: 'charge' }, 'credit_owner_gone'],
    ['driver', { withDriver: true }, 'correction_no_driver'],
    ['driver', { withDriver: true, direction: 'charge' }, 'correction_no_driver'],
    ['driver', { withDriver: false }, 'ok'],
  ] as const)('of a trip whose %s was erased, with %o: %s [design/money-33]', async (role, more, key) => {
    const trip = await paidTrip()
    const { id } = trip[role]
    const before = [await balanceOf(trip.rider), await balanceOf(trip.driver)]
    await sql`update users set deleted_at = clock_timestamp(), erased_at = clock_timestamp()
      where id = ${id}`.execute(db.request)
    expect(await keyOf(sendTyped(trip.id, { ...back, ...more }))).toBe(key)
    // no erased person of a test: the check of the database would look for the rest of the erasure
    await sql`update users set erased_at = null where id = ${id}`.execute(db.request)
    const after = [await balanceOf(trip.rider), await balanceOf(trip.driver)]
    expect(after).toEqual(key === 'ok' ? [38_00, before[1]] : before)
  })

  it('waits for an erasure that runs, and is refused after it [design/money-33]', async () => {
    const { rider, id } = await paidTrip()
    let corrected = Promise.resolve('')
    await db.transact(async (tx) => {
      await lockPerson(tx, rider.id)
      corrected = keyOf(sendTyped(id, back))
      await new Promise((resolve) => setTimeout(resolve, 300))
      await sql`update users set deleted_at = clock_timestamp(), erased_at = clock_timestamp()
        where id = ${rider.id}`.execute(tx)
    })
    expect(await corrected).toBe('credit_owner_gone')
    await sql`update users set erased_at = null where id = ${rider.id}`.execute(db.request)
    expect(await balanceOf(rider)).toBe(0)
  })

  it('of people who were archived goes on: what is open is settled as usual [design/people-7]', async () => {
    const { rider, driver, id } = await paidTrip()
    for (const person of [rider, driver]) await admin.call(peopleApi.remove, { params: { id: person.id } })
    await sendTyped(id, back)
    expect(await balanceOf(rider)).toBe(38_00)
  })

  it.each(['fleetadmin', 'rider'] as const)(
    'changes no share of a driver who became a %s: a rider’s wallet is never below zero [design/money-33]',
    async (role) => {
      const { driver, id } = await paidTrip()
      await admin.call(creditsApi.create, { params: { id: driver.id }, body: { amount: 18, reason: 'Settled' } })
      expect(
        (await admin.call(peopleApi.changeRole, { params: { id: driver.id }, body: { usertype: role } })).person,
      ).toMatchObject({ id: driver.id, usertype: role })
      expect(await keyOf(sendTyped(id, back))).toBe('correction_no_driver')
      expect(await keyOf(sendTyped(id, { ...back, withDriver: false }))).toBe('ok')
      expect(await balanceOf(driver)).toBe(0)
      // The wallet was below zero while the driver owed the platform's part of the cash.
      expect(await findBroken(db.request)).toEqual([])
    },
  )

  it('is for admins, and for paid trips only', async () => {
    const { rider, driver, id } = await reachedTrip(city)
    expect(await keyOf(sendTyped(id, back))).toBe('booking_moved_on')
    for (const who of [rider, driver]) expect(await keyOf(sendTyped(id, back, who))).toBe('forbidden')
    await driver.call(bookingsApi.pay, { params: { id }, body: { payment_mode: 'cash' } })
    await rider.call(bookingsApi.rate, { params: { id }, body: { rating: 5 } })
    expect(await keyOf(sendTyped(id, back))).toBe('ok')
  })
})
