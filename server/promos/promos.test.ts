import { bookingsApi } from '@remis/domain/booking/booking-api'
import type { QuoteView } from '@remis/domain/fare/quotes-api'
import { dayAt } from '@remis/domain/kit/calendar-day'
import { promosApi } from '@remis/domain/promos/promos-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { expireBookings } from '../booking/sweeps/tidy-bookings.ts'
import { balanceOf, bookWith, credit, driveToDrop, emptyStreets, prepaidFor, quoteWith } from '../testing/money.ts'
import { drives, cityFor, keyOf, requestOn, type TestActor } from '../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
beforeEach(async () => {
  city.server.failpoint.clear()
  await emptyStreets(city)
})

const zone = 'America/Montevideo'
const day = (days: number) => dayAt(Date.now() + days * 86_400_000, zone)
let count = 0

const addPromo = async (more: object = {}) => {
  const body = {
    promo_name: `PROMO${++count}`,
    promo_discount_type: 'percentage' as const,
    promo_discount_value: 10,
    max_promo_discount_value: 500,
    min_order: 0,
    promo_validity: day(1),
    promo_usage_limit: 100,
    ...more,
  }
  return (await admin.call(promosApi.create, { body })).promo
}
const setPromo = (id: string, set: object) => db.request.updateTable('promos').set(set).where('id', '=', id).execute()
/** A promo that ended yesterday. A new one cannot be over. */
const endedPromo = async () => {
  const promo = await addPromo()
  await setPromo(promo.id, { promo_validity: day(-1) })
  return promo
}
const usesOf = async (id: string) =>
  (await db.request.selectFrom('promos').select('user_avail').where('id', '=', id).executeTakeFirstOrThrow()).user_avail
const quote = (rider: TestActor, promo?: string) => quoteWith(rider, city.economy, promo)
const cancel = (rider: TestActor, id: string) =>
  rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
/** The refusal of a booking, with its extra fields. */
const refusalOf = async (answer: Promise<unknown>) => {
  const error = await answer.then(() => null).catch((reason: unknown) => reason as { key: string; extra?: object })
  return { key: error?.key, extra: error?.extra as { quote?: QuoteView; promo?: string } | undefined }
}
describe('a quote with a promo', () => {
  it('by its name, case-folded: shows discount and payable amount', async () => {
    const promo = await addPromo({ promo_name: 'Verano' })
    const rider = await city.person('rider')
    const plain = await quote(rider)
    const priced = await quote(rider, ' vERANO ')
    expect(priced).toMatchObject({
      estimate: plain.estimate,
      discount: Math.round(plain.estimate / 10),
      payableAmount: plain.estimate - Math.round(plain.estimate / 10),
      promo: { id: promo.id, promo_name: 'Verano' },
    })
    expect(plain).toMatchObject({ discount: 0, promo: null, payableAmount: plain.estimate })
    expect(await quote(rider, '  ')).toMatchObject({ promo: null })
  })

  it('discounts at most max_promo_discount_value, and never more than the price [promos-2]', async () => {
    const rider = await city.person('rider')
    const capped = await addPromo({ promo_discount_value: 50, max_promo_discount_value: 20 })
    expect((await quote(rider, capped.promo_name)).discount).toBe(20)
    const all = await addPromo({
      promo_discount_type: 'flat',
      promo_discount_value: 9999,
      max_promo_discount_value: 9999,
    })
    expect(await quote(rider, all.promo_name)).toMatchObject({ payableAmount: 0 })
  })

  it('answers one key per reason why it may not be used', async () => {
    const rider = await city.person('rider')
    const refused = async (more: object) => keyOf(quote(rider, (await addPromo(more)).promo_name))
    expect(await keyOf(quote(rider, 'NOBODY'))).toBe('promo_not_found')
    expect(await keyOf(quote(rider, (await endedPromo()).promo_name))).toBe('promo_expired')
    expect(await refused({ min_order: 100_000 })).toBe('promo_min_order')
    const used = await addPromo()
    await setPromo(used.id, { promo_usage_limit: 1 })
    await city.driver()
    const first = await city.person('rider')
    await bookWith(first, await quote(first, used.promo_name))
    expect(await keyOf(quote(rider, used.promo_name))).toBe('promo_used_up')
    expect(await keyOf(quote(first, used.promo_name))).toBe('promo_used_before')
  })

  it('promo_validity includes that day in the operator’s zone', async () => {
    const rider = await city.person('rider')
    const today = await addPromo({ promo_validity: day(0) })
    expect((await quote(rider, today.promo_name)).discount).toBeGreaterThan(0)
    // One minute before and after midnight in Montevideo, which is 03:00 of the next day in UTC.
    expect(dayAt(Date.UTC(2026, 10, 22, 2, 59), zone)).toBe('2026-11-21')
    expect(dayAt(Date.UTC(2026, 10, 22, 3, 1), zone)).toBe('2026-11-22')
  })

  it('riders list the promos they may still use, without the office’s figures', async () => {
    const rider = await city.person('rider')
    const [mine, over] = [await addPromo(), await endedPromo()]
    const { rows } = await rider.call(promosApi.list, {})
    expect(rows.map(({ id }) => id)).toContain(mine.id)
    expect(rows.map(({ id }) => id)).not.toContain(over.id)
    expect(rows[0]).not.toHaveProperty('promo_usage_limit')
    await city.driver()
    await bookWith(rider, await quote(rider, mine.promo_name))
    expect((await rider.call(promosApi.list, {})).rows.map(({ id }) => id)).not.toContain(mine.id)
    expect(await keyOf(admin.call(promosApi.list, {}))).toBe('forbidden')
  })

  it('are added by admins only, with a unique name', async () => {
    const body = { ...(await addPromo()), promo_usage_limit: 5 }
    const { id: _i, user_avail: _u, createdAt: _c, version: _v, deletedAt: _d, ...promo } = body
    expect(
      await keyOf(admin.call(promosApi.create, { body: { ...promo, promo_name: promo.promo_name.toLowerCase() } })),
    ).toBe('promo_name_taken')
    expect(await keyOf((await city.person('rider')).call(promosApi.create, { body: promo }))).toBe('forbidden')
    const wrong = { ...promo, promo_name: 'X', promo_discount_value: 120 }
    expect(await keyOf(admin.call(promosApi.create, { body: wrong }))).toBe('promo_invalid')
    expect(await keyOf(admin.call(promosApi.create, { body: { ...promo, promo_validity: '2026-02-30' } }))).toBe(
      'invalid_input',
    )
  })
})

describe('a booking uses its promo [invariants-P1]', () => {
  it('[promos-7]: the rider pays less, the platform pays the rest, the driver gets the whole share; in wallet mode the hold is less', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const promo = await addPromo()
    await credit(db, rider, 5000)
    const priced = await quote(rider, promo.promo_name)
    const booking = await bookWith(rider, priced, 'wallet')
    expect(booking).toMatchObject({
      promo_applied: true,
      promo_details: { id: promo.id, promo_name: promo.promo_name },
      discount_amount: priced.discount,
      usedWalletMoney: priced.payableAmount,
    })
    expect(await usesOf(promo.id)).toBe(1)
    const paid = await driveToDrop(rider, driver, booking.id)
    // D is computed again on the final G [design/moves-23]
    const discount = Math.round((paid.trip_cost ?? 0) / 10)
    expect(paid).toMatchObject({ status: 'PAID', discount_amount: discount })
    expect(await balanceOf(db, rider)).toBe((5000 - (paid.trip_cost ?? 0) + discount) * 100)
    expect(await balanceOf(db, driver)).toBe((paid.driver_share ?? 0) * 100)
    expect(await prepaidFor(db, booking.id)).toBe(0)
  })

  it('promo/promo at the limit: one of twenty gets it, the others get a quote without it [design/moves-13]', async () => {
    await city.driver()
    const promo = await addPromo({ promo_usage_limit: 1 })
    const riders = await Promise.all(Array.from({ length: 20 }, () => city.person('rider')))
    const quotes = await Promise.all(riders.map((rider) => quote(rider, promo.promo_name)))
    const answers = await Promise.all(riders.map((rider, n) => refusalOf(bookWith(rider, quotes[n]!))))
    expect(answers.filter(({ key }) => key === undefined)).toHaveLength(1)
    const late = answers.filter(({ key }) => key === 'quote_expired')
    expect(late).toHaveLength(19)
    expect(new Set(late.map(({ extra }) => extra?.promo))).toEqual(new Set(['promo_used_up']))
    expect(late[0]?.extra?.quote).toMatchObject({ discount: 0, promo: null, payableAmount: quotes[0]!.estimate })
    expect(await usesOf(promo.id)).toBe(1)
  })

  it('a promo that ended or changed since the quote: a fresh quote before it books [design/moves-13]', async () => {
    await city.driver()
    const rider = await city.person('rider')
    const promo = await addPromo()
    const old = await quote(rider, promo.promo_name)
    await setPromo(promo.id, { promo_discount_value: 5 })
    const changed = await refusalOf(bookWith(rider, old))
    expect(changed.key).toBe('quote_expired')
    expect(changed.extra).toMatchObject({ promo: null, quote: { discount: Math.round(old.estimate / 20) } })
    await setPromo(promo.id, { promo_validity: day(-1) })
    const ended = await refusalOf(bookWith(rider, changed.extra!.quote!))
    expect(ended).toMatchObject({ key: 'quote_expired', extra: { promo: 'promo_expired', quote: { discount: 0 } } })
    expect(await bookWith(rider, ended.extra!.quote!)).toMatchObject({ promo_applied: false, discount_amount: 0 })
    expect(await usesOf(promo.id)).toBe(0)
  })

  it('ignores amounts and promos sent by a client', async () => {
    await city.driver()
    const rider = await city.person('rider')
    const priced = await quote(rider)
    const forged = { payment_mode: 'cash' as const, discount: 100, promo_applied: true, promo_details: { id: 'x' } }
    const { booking } = await rider.call(bookingsApi.create, { body: { ...requestOn(priced), paymentPacket: forged } })
    expect(booking).toMatchObject({ promo_applied: false, discount_amount: 0, payableAmount: priced.estimate })
  })
})

describe('a booking that is not driven releases its promo, once [invariants-P2]', () => {
  it('cancelled: it can be used again, by the same rider too', async () => {
    await city.driver()
    const promo = await addPromo({ promo_usage_limit: 1 })
    const rider = await city.person('rider')
    for (let round = 1; round <= 2; round++) {
      const { id } = await bookWith(rider, await quote(rider, promo.promo_name))
      expect(await usesOf(promo.id)).toBe(1)
      const keys = await Promise.all([1, 2, 3].map(() => keyOf(cancel(rider, id))))
      expect(keys.filter((key) => key === 'ok')).toHaveLength(1)
      expect(await usesOf(promo.id)).toBe(0)
    }
  })

  it('expired', async () => {
    await city.driver()
    const promo = await addPromo()
    const rider = await city.person('rider')
    const { id } = await bookWith(rider, await quote(rider, promo.promo_name))
    const long = new Date(Date.now() - 24 * 3_600_000)
    await db.request.updateTable('bookings').set({ search_until: long }).where('id', '=', id).execute()
    await expireBookings(city.server.app)
    expect(await usesOf(promo.id)).toBe(0)
  })

  it('driven and paid: it stays used', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const promo = await addPromo()
    const { id } = await bookWith(rider, await quote(rider, promo.promo_name))
    await driveToDrop(rider, driver, id)
    await drives(driver, id).receiveCash()
    expect(await usesOf(promo.id)).toBe(1)
    expect(await keyOf(quote(rider, promo.promo_name))).toBe('promo_used_before')
  })
})
