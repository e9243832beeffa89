import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { expireBookings } from '../../booking/sweeps/tidy-bookings.ts'
import { openCardCity, topUpOf, type CardCity } from '../../testing/card-story.ts'
import { waitFor } from '../../testing/actors.ts'
import { databaseFor } from '../../testing/test-database.ts'
import type { PaymentsProvider } from '../../providers/payments/payments-provider.ts'
import { payments } from '../feature.ts'
import { makeRefundsAt } from '../refunds/make-refund.ts'
import { requestRefundOfBooking } from '../refunds/request-refund.ts'
import { reconcileAt } from './reconcile-payments.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
/** Time-out of a call to a gateway; long enough for the other look-ups on a slow machine. */
const gatewayMs = 3000
let card: CardCity

beforeAll(async () => {
  card = await openCardCity(database, 'delivery', { payments: { gatewayMs } })
  await card.city.driver()
})

const rowOf = (id: string) =>
  db.request
    .selectFrom('payments')
    .select(['status', 'use', 'checks', 'next_check_at', 'failure'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const balanceOf = async (user: string) =>
  (await db.request.selectFrom('wallets').select('balance').where('user_id', '=', user).executeTakeFirst())?.balance
const expire = () => expireBookings(card.city.server.app)

/** A top-up of 500 and one attempt at the gateway's page. */
const begun = async () => {
  const rider = await card.city.person('rider')
  const payer = card.payer(rider)
  const topUp = await topUpOf(rider, 500)
  const { attempt } = await card.begin(rider, payer, topUp.id)
  return { rider, payer, attempt }
}

/** The sweep comes when the attempt is this old. */
const sweepAt = async (attempt: string, minutes: number, gateway?: PaymentsProvider | null): Promise<void> => {
  await sql`update payments set created_at = clock_timestamp() - ${minutes} * interval '1 minute',
    next_check_at = clock_timestamp() where id = ${attempt} and next_check_at is not null`.execute(db.request)
  await reconcileAt(card.city.server.app, gateway === undefined ? (card.city.server.app.gateways[0] ?? null) : gateway)
}
const minutesUntilNext = async (attempt: string): Promise<number> =>
  (((await rowOf(attempt)).next_check_at ?? 0) - Date.now()) / 60_000

describe('a gateway that is down for two hours [design/payments-60]', () => {
  it('uses up no look-up: the attempt stays open and is credited when the gateway is back', async () => {
    const { rider, attempt } = await begun()
    await card.emulator.decide(attempt, 'approve')
    await card.emulator.scenario(attempt, 'query-error')
    for (const age of [2, 3, 5, 8, 15, 20, 30, 45, 60, 75, 90, 105, 120]) {
      await sweepAt(attempt, age)
      expect(await rowOf(attempt)).toMatchObject({ status: 'REDIRECTED', checks: 0 })
      expect(await minutesUntilNext(attempt), `asked again soon at ${age} min`).toBeLessThanOrEqual(age / 10 + 1)
    }
    await card.emulator.scenario(attempt, null)
    await sweepAt(attempt, 125)
    expect(await rowOf(attempt)).toMatchObject({ status: 'PAID', use: 'applied' })
    expect(await balanceOf(rider.id)).toBe(50_000)
  })

  it('then says "pending": the attempt is not EXPIRED before it is 72 hours old', async () => {
    const { attempt } = await begun()
    await card.emulator.scenario(attempt, 'unauthorized')
    for (let look = 1; look <= 12; look++) await sweepAt(attempt, look * 10)
    await card.emulator.scenario(attempt, null)
    await sweepAt(attempt, 125)
    expect(await rowOf(attempt)).toMatchObject({ status: 'PENDING', checks: 1 })
    expect(await minutesUntilNext(attempt)).toBeCloseTo(180 - 125, 0)
    await sweepAt(attempt, 71 * 60)
    expect(await rowOf(attempt)).toMatchObject({ status: 'PENDING' })
    await sweepAt(attempt, 72 * 60)
    expect(await rowOf(attempt)).toMatchObject({ status: 'EXPIRED' })
    expect(await minutesUntilNext(attempt)).toBeCloseTo(4 * 1440, 0)
  })

  it('refunds the money of a booking that expired meanwhile', async () => {
    const rider = await card.city.person('rider')
    const booking = await card.delivery(rider)
    const { attempt } = await card.begin(rider, card.payer(rider), booking.id)
    await card.emulator.decide(attempt, 'approve')
    await card.emulator.scenario(attempt, 'query-error')
    await sweepAt(attempt, 2)
    await sql`update bookings set booking_date = booking_date - interval '2 hours' where id = ${booking.id}`.execute(
      db.request,
    )
    await expire()
    expect(await card.bookingOf(booking.id)).toMatchObject({ status: 'CANCELLED' })
    await card.emulator.scenario(attempt, null)
    await waitFor(async () => {
      // The event of the end may hold the attempt's row: a sweep passes over it and comes again.
      await sweepAt(attempt, 120)
      return (await card.refunds(attempt))[0]?.status === 'done'
    })
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({})
  })

  it('hangs and delays no other gateway: each has a sweep, and several look-ups run at a time', async () => {
    const { app } = card.city.server
    const gateways = app.gateways as PaymentsProvider[]
    const [test] = gateways
    if (test === undefined) throw new Error('no gateway')
    let asked = 0
    const hanging: PaymentsProvider = {
      ...test,
      name: 'hanging',
      query: (_attempt, signal) => {
        asked++
        return new Promise((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error)))
      },
    }
    gateways.push(hanging)
    const stories = [await begun(), await begun(), await begun(), await begun()]
    const [healthy, ...stuck] = stories.map(({ attempt }) => attempt)
    if (healthy === undefined) throw new Error('no attempt')
    for (const attempt of stuck)
      await sql`update payments set provider = 'hanging', next_check_at = clock_timestamp() where id = ${attempt}`.execute(
        db.request,
      )
    await card.emulator.decide(healthy, 'approve')
    await card.makeDue('payments', healthy)
    const sweeps = Object.entries(payments.sweeps?.(app) ?? {}).filter(([name]) => name.startsWith('payments'))
    expect(sweeps).toHaveLength(3)
    const began = Date.now()
    let hangs = true
    const all = sweeps.map(async ([name, { run }]) => {
      await run()
      if (name.includes('hanging')) hangs = false
    })
    await waitFor(async () => (await rowOf(healthy)).status === 'PAID')
    expect({ hangs, asked }).toEqual({ hangs: true, asked: stuck.length })
    await Promise.all(all)
    // less than the time-outs of one after the other
    expect(Date.now() - began).toBeLessThan(stuck.length * gatewayMs)
    gateways.pop()
    for (const attempt of stuck)
      await sql`update payments set provider = 'test' where id = ${attempt}`.execute(db.request)
  })
})

describe('a gateway that loses every webhook', () => {
  it('settles by look-ups alone, also when the buyer pays on the third day', async () => {
    const { rider, attempt } = await begun()
    for (const age of [2, 5, 15, 30, 60, 180, 360, 1440]) {
      await sweepAt(attempt, age)
      expect(await rowOf(attempt)).toMatchObject({ status: 'PENDING' })
    }
    await card.emulator.decide(attempt, 'approve')
    await sweepAt(attempt, 4320)
    expect(await rowOf(attempt)).toMatchObject({ status: 'PAID', use: 'applied' })
    expect(await balanceOf(rider.id)).toBe(50_000)
  })

  it('takes money that arrives after the end: a webhook or the return of the buyer still counts', async () => {
    const { rider, attempt } = await begun()
    await sweepAt(attempt, 4320)
    expect(await rowOf(attempt)).toMatchObject({ status: 'EXPIRED' })
    await card.emulator.decide(attempt, 'approve')
    await card.tell(attempt, 'return')
    expect(await rowOf(attempt)).toMatchObject({ status: 'PAID', use: 'applied' })
    expect(await balanceOf(rider.id)).toBe(50_000)
  })
})

describe('a buyer who pays after the end [design/payments-31]', () => {
  it.each([
    [5, 7],
    [10, 13],
  ])('on day %d, and whose notice is lost, is credited by the look-up on day %d', async (day, found) => {
    const { rider, attempt } = await begun()
    for (const age of [3, 7].filter((age) => age < day)) await sweepAt(attempt, age * 1440)
    expect(await rowOf(attempt)).toMatchObject({ status: 'EXPIRED' })
    await card.emulator.decide(attempt, 'approve')
    await sweepAt(attempt, found * 1440)
    expect(await rowOf(attempt)).toMatchObject({ status: 'PAID', use: 'applied' })
    expect(await balanceOf(rider.id)).toBe(50_000)
  })

  it('is not looked up after day 13', async () => {
    const { attempt } = await begun()
    for (const age of [3, 7, 13]) await sweepAt(attempt, age * 1440)
    expect(await rowOf(attempt)).toMatchObject({ status: 'EXPIRED', next_check_at: null })
  })
})

describe('a gateway without look-ups [design/payments-94]', () => {
  const silent = (): PaymentsProvider => {
    const [test] = card.city.server.app.gateways
    if (test === undefined) throw new Error('no gateway')
    return { ...test, looksUp: false, query: () => Promise.reject(new Error('it was asked')) }
  }

  it('leaves an open attempt to the office after two weeks, and is not asked before', async () => {
    const { attempt } = await begun()
    await sweepAt(attempt, 2, silent())
    expect(await rowOf(attempt)).toMatchObject({ status: 'REDIRECTED', checks: 0 })
    expect(await minutesUntilNext(attempt)).toBeCloseTo(14 * 1440 - 2, 0)
    await sweepAt(attempt, 14 * 1440, silent())
    expect(await rowOf(attempt)).toMatchObject({ status: 'REVIEW', failure: 'no_answer' })
  })

  it('leaves no attempt to the office that was declined or cancelled', async () => {
    const { attempt } = await begun()
    await sql`update payments set status = 'FAILED' where id = ${attempt}`.execute(db.request)
    await sweepAt(attempt, 14 * 1440, silent())
    expect(await rowOf(attempt)).toMatchObject({ status: 'FAILED', next_check_at: null })
  })
})

describe('a gateway that never answers again [design/payments-61]', () => {
  it('leaves the attempt to the office after two weeks and never expires it unseen', async () => {
    const { attempt } = await begun()
    await card.emulator.scenario(attempt, 'query-error')
    await sweepAt(attempt, 13 * 1440)
    expect(await rowOf(attempt)).toMatchObject({ status: 'REDIRECTED', checks: 0 })
    await sweepAt(attempt, 14 * 1440)
    expect(await rowOf(attempt)).toMatchObject({
      status: 'REVIEW',
      next_check_at: null,
      failure: 'no_answer',
    })
    await card.emulator.decide(attempt, 'approve')
    await card.emulator.scenario(attempt, null)
    await card.tell(attempt, 'webhook')
    expect(await rowOf(attempt)).toMatchObject({ status: 'PAID', use: 'applied' })
  })

  it('may have been taken away: its attempts are kept, too', async () => {
    const { attempt } = await begun()
    await sql`update payments set provider = 'gone' where id = ${attempt}`.execute(db.request)
    await sweepAt(attempt, 4320, null)
    expect(await rowOf(attempt)).toMatchObject({ status: 'REDIRECTED', checks: 0 })
    await sweepAt(attempt, 14 * 1440, null)
    expect(await rowOf(attempt)).toMatchObject({ status: 'REVIEW' })
  })
})

describe('a refund', () => {
  /** The refund of a paid delivery, tried once while the gateway answers like this. */
  const refundOf = async (trouble: 'refund-later' | 'refund-pending') => {
    const rider = await card.city.person('rider')
    const booking = await card.delivery(rider)
    const { attempt } = await card.begin(rider, card.payer(rider), booking.id)
    await card.emulator.decide(attempt, 'approve')
    await card.tell(attempt, 'webhook')
    await card.emulator.scenario(attempt, trouble)
    const amount = Math.round((booking.trip_cost ?? 0) * 100)
    const request = { bookingId: booking.id, key: 'cheaper', amount, reason: 'cheaper' }
    await db.transact((tx) => requestRefundOfBooking(tx, request))
    const row = () =>
      db.request.selectFrom('refunds').selectAll().where('payment_id', '=', attempt).executeTakeFirstOrThrow()
    await waitFor(async () => (await row()).tries === 1)
    const state = async () => {
      const { status, tries, next_try_at: next } = await row()
      return [status, tries, next === null ? null : Math.round((next - Date.now()) / 60_000)]
    }
    /** The sweep comes when the refund is this many minutes old: status, tries, minutes until the next try. */
    const tryAt = async (minutes: number) => {
      await sql`update refunds set created_at = clock_timestamp() - ${minutes} * interval '1 minute',
        next_try_at = clock_timestamp() where payment_id = ${attempt}`.execute(db.request)
      await makeRefundsAt(card.city.server.app, card.city.server.app.gateways[0] ?? null)
      return state()
    }
    return { booking, rider, attempt, amount, state, tryAt }
  }

  it('that is refused is tried by its age, and credited to the wallet after two weeks and three refusals [design/payments-28] [design/payments-29]', async () => {
    const { booking, rider, amount, attempt, state, tryAt } = await refundOf('refund-later')
    expect(await state()).toEqual(['asked', 1, 1])
    expect(await tryAt(2)).toEqual(['asked', 2, 5 - 2])
    expect(await tryAt(30)).toEqual(['asked', 3, 60 - 30])
    expect(await tryAt(14 * 1440 - 60)).toEqual(['asked', 4, 60])
    expect(await card.ledgerOf(booking.id, rider.id)).not.toHaveProperty('wallet payer')
    expect(await tryAt(14 * 1440)).toEqual(['credited', 5, null])
    expect(await card.ledgerOf(booking.id, rider.id)).toEqual({ 'gateway-clearing': -amount, 'wallet payer': amount })
    expect((await card.emulator.order(attempt))?.refunds).toEqual([])
  })

  it('that is refused three times after two weeks is credited at the third, a day after the second [design/payments-29]', async () => {
    const { tryAt } = await refundOf('refund-later')
    expect(await tryAt(15 * 1440)).toEqual(['asked', 2, 1440])
    expect(await tryAt(16 * 1440)).toEqual(['credited', 3, null])
  })

  it('that is accepted is polled hourly, without an end [design/payments-28]', async () => {
    const { state, tryAt } = await refundOf('refund-pending')
    expect(await state()).toEqual(['pending', 1, 60])
    expect(await tryAt(20 * 1440)).toEqual(['pending', 2, 60])
  })
})
