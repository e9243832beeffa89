import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dayAt } from '@remis/domain/kit/calendar-day'
import { promosApi } from '@remis/domain/promos/promos-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { bookWith, quoteWith } from '../testing/money.ts'
import type { TestActor } from '../testing/test-city.ts'
import { inOrder } from './in-order.ts'
import { openRaces } from './trip-facts.ts'

const { city, db } = await openRaces(import.meta.url)
const admin = await city.person('admin')
beforeEach(() => city.driver())

let count = 0
/** A promo with this usage limit. */
const promoFor = async (promo_usage_limit: number) => {
  const body = {
    promo_name: `LAST${++count}`,
    promo_discount_type: 'flat' as const,
    promo_discount_value: 10,
    max_promo_discount_value: 10,
    min_order: 0,
    promo_validity: dayAt(Date.now() + 86_400_000, 'America/Montevideo'),
    promo_usage_limit,
  }
  return (await admin.call(promosApi.create, { body })).promo
}

/** A rider with a quote that uses the promo; `book` returns the booking's id or the refusal. */
const riderWithQuote = async (promo: string, given?: TestActor) => {
  const rider = given ?? (await city.person('rider'))
  const quote = await quoteWith(rider, city.economy, promo)
  const book = async () => {
    try {
      return { id: (await bookWith(rider, quote)).id }
    } catch (error) {
      const { key, extra } = error as { key: string; extra?: { promo?: string } }
      return { key, promo: extra?.promo }
    }
  }
  return { rider, book }
}
const usesOf = async (id: string) => {
  const { user_avail } = await db.request
    .selectFrom('promos')
    .select('user_avail')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const uses = await db.request
    .selectFrom('promo_redemptions')
    .select('booking_id')
    .where('promo_id', '=', id)
    .where('released_at', 'is', null)
    .execute()
  return { counted: user_avail, by: uses.map((use) => use.booking_id) }
}

describe('promo/promo at the limit [invariants-P1]', () => {
  it('the last use goes to the booking that holds it; the other gets a quote without it and the reason', async () => {
    const promo = await promoFor(1)
    const [one, two] = [await riderWithQuote(promo.promo_name), await riderWithQuote(promo.promo_name)]
    const [had, late] = await inOrder(city, 'create.before_commit', two.book, one.book)
    expect(late).toEqual({ key: 'quote_expired', promo: 'promo_used_up' })
    expect(await usesOf(promo.id)).toEqual({ counted: 1, by: [had.id] })
  })

  it('the last use of a booking that fails before its commit goes to the waiting one', async () => {
    const promo = await promoFor(1)
    const [one, two] = [await riderWithQuote(promo.promo_name), await riderWithQuote(promo.promo_name)]
    city.server.failpoint.fail('create.before_commit', new Error('injected failure'))
    expect(await one.book()).toMatchObject({ key: 'server_error' })
    city.server.failpoint.clear()
    const { id } = await two.book()
    expect(await usesOf(promo.id)).toEqual({ counted: 1, by: [id] })
  })

  it('one rider, two quotes, one promo of many uses: it is used once', async () => {
    const promo = await promoFor(9)
    const rider = await city.person('rider')
    const [one, two] = [await riderWithQuote(promo.promo_name, rider), await riderWithQuote(promo.promo_name, rider)]
    const [had, late] = await inOrder(city, 'create.before_commit', one.book, two.book)
    expect(late).toEqual({ key: 'quote_expired', promo: 'promo_used_before' })
    expect(await usesOf(promo.id)).toEqual({ counted: 1, by: [had.id] })
  })

  for (const first of ['cancel', 'book'] as const)
    it(`cancel/promo, ${first} first: the released use goes to the booking after the cancel`, async () => {
      const promo = await promoFor(1)
      const [one, two] = [await riderWithQuote(promo.promo_name), await riderWithQuote(promo.promo_name)]
      const { id = '' } = await one.book()
      const body = { reason: city.reason }
      const cancel = () => one.rider.call(bookingsApi.cancel, { params: { id }, body }).then(() => ({ id }))
      if (first === 'cancel') {
        const [, had] = await inOrder(city, 'cancel.before_commit', cancel, two.book)
        expect(await usesOf(promo.id)).toEqual({ counted: 1, by: [had.id] })
      } else {
        const [late] = await inOrder(city, 'create.locked', two.book, cancel)
        // The cancel had committed before the promo was checked.
        expect(await usesOf(promo.id)).toEqual({ counted: 1, by: [late.id] })
      }
    })

  it('the table refuses a use above the limit, and a rider’s second', async () => {
    const promo = await promoFor(1)
    const rider = await city.person('rider')
    const { id = '' } = await (await riderWithQuote(promo.promo_name, rider)).book()
    const over = db.request.updateTable('promos').set({ user_avail: 2 }).where('id', '=', promo.id).execute()
    await expect(over).rejects.toMatchObject({ constraint: 'promos_within_limit' })
    const other = await bookWith(rider, await quoteWith(rider, city.economy))
    const second = db.request
      .insertInto('promo_redemptions')
      .values({ booking_id: other.id, promo_id: promo.id, rider_id: rider.id, redeemed_at: new Date() })
      .execute()
    await expect(second).rejects.toMatchObject({ constraint: 'promo_redemptions_once_per_rider' })
    expect(await usesOf(promo.id)).toEqual({ counted: 1, by: [id] })
  })
})
