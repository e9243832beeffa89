import { bookingsApi } from '@remis/domain/booking/booking-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { tripReviewApi } from '@remis/domain/booking/final-fare/trip-review-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { lockPerson } from '../people/find-person.ts'
import { waitFor } from '../testing/actors.ts'
import { balanceOf, bookWith, credit, driveToDrop, emptyStreets, quoteWith, releaseTrips } from '../testing/money.ts'
import { drives, cityFor, keyOf, type TestActor } from '../testing/test-city.ts'
import { payReferralBonuses } from './pay-referral-bonus.ts'

const { city, db } = await cityFor(import.meta.url)
beforeEach(async () => {
  await emptyStreets(city)
  await city.server.app.settings.change({ bonus: 100 }, null)
})

const referred = async (by: string): Promise<TestActor> => {
  const rider = await city.person('rider')
  await db.request.updateTable('users').set({ signup_via_referral: by }).where('id', '=', rider.id).execute()
  return rider
}
const paidTrip = async (rider: TestActor, by?: TestActor): Promise<string> => {
  const driver = by ?? (await city.driver())
  const { id } = await bookWith(rider, await quoteWith(rider, city.economy))
  await driveToDrop(rider, driver, id)
  await releaseTrips(db)
  await drives(driver, id).receiveCash()
  await handled()
  return id
}
/** Waits until the stream consumer has handled everything that is committed. */
const handled = () =>
  waitFor(async () => {
    const seen = await db.request
      .selectFrom('stream_cursors')
      .select('seq')
      .where('name', '=', 'referrals')
      .executeTakeFirst()
    const last = await db.request.selectFrom('outbox').select('seq').orderBy('id', 'desc').executeTakeFirst()
    return last === undefined || (last.seq !== null && (seen?.seq ?? 0) >= last.seq)
  })
/** Handles the event of the payment once more. */
const again = async (booking: string) => {
  const { version } = await db.request
    .selectFrom('booking_events')
    .select('version')
    .where('booking_id', '=', booking)
    .where('to_status', '=', 'PAID')
    .executeTakeFirstOrThrow()
  await db.transact((tx) =>
    payReferralBonuses(city.server.app, tx, [
      { seq: 1, kind: 'booking', subject: booking, version, audience: [], at: 0 },
    ]),
  )
}

describe('referral [design/money-31]', () => {
  it('pays once: not before the trip is paid, not for the second trip, not for a repeated event', async () => {
    const referrer = await city.person('driver')
    const rider = await referred(referrer.id)
    await city.driver()
    const { id } = await bookWith(rider, await quoteWith(rider, city.economy))
    await handled()
    expect(await balanceOf(db, referrer)).toBe(0)
    await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
    const first = await paidTrip(rider)
    expect(await balanceOf(db, referrer)).toBe(100_00)
    await again(first)
    await paidTrip(rider)
    expect(await balanceOf(db, referrer)).toBe(100_00)
    const notices = await db.request.selectFrom('notices').selectAll().where('user_id', '=', referrer.id).execute()
    expect(notices.map(({ message, params, screen }) => [message, params, screen])).toEqual([
      ['notice_referral_bonus', { amount: 100 }, 'wallet'],
    ])
  })

  it('pays for the first trip that the rider paid, not for an unpaid one before it', async () => {
    const admin = await city.person('admin')
    const referrer = await city.person('rider')
    const rider = await referred(referrer.id)
    const unpaid = async () => {
      const driver = await city.driver()
      const { id } = await bookWith(rider, await quoteWith(rider, city.economy))
      await driveToDrop(rider, driver, id)
      await releaseTrips(db)
      return { id, driver }
    }
    const given = await unpaid()
    await admin.call(endingsApi.abort, { params: { id: given.id }, body: { reason: 'Broken car', fare: 0 } })
    await emptyStreets(city)
    const writtenOff = await unpaid()
    await drives(writtenOff.driver, writtenOff.id).notPaid()
    await admin.call(endingsApi.writeOff, { params: { id: writtenOff.id }, body: { reason: 'A goodwill gesture' } })
    await handled()
    expect(await balanceOf(db, referrer)).toBe(0)
    await emptyStreets(city)
    await paidTrip(rider)
    expect(await balanceOf(db, referrer)).toBe(100_00)
  })

  it('pays for the first trip with a driver other than the referrer [design/moves-105]', async () => {
    const referrer = await city.driver()
    const rider = await referred(referrer.id)
    const before = await balanceOf(db, referrer)
    await paidTrip(rider, referrer)
    const earned = (await balanceOf(db, referrer)) - before
    await emptyStreets(city)
    await paidTrip(rider)
    expect((await balanceOf(db, referrer)) - before - earned).toBe(100_00)
    await emptyStreets(city)
    await paidTrip(rider)
    expect((await balanceOf(db, referrer)) - before - earned).toBe(100_00)
    const rows = await db.request
      .selectFrom('ledger_transactions')
      .select('id')
      .where('kind', '=', 'referral')
      .where('reference', '=', rider.id)
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('pays one bonus when two nodes handle the same event', async () => {
    const referrer = await city.person('rider')
    const rider = await city.person('rider')
    const trip = await paidTrip(rider)
    await db.request.updateTable('users').set({ signup_via_referral: referrer.id }).where('id', '=', rider.id).execute()
    await Promise.allSettled([again(trip), again(trip), again(trip)])
    expect(await balanceOf(db, referrer)).toBe(100_00)
  })

  it('pays none to oneself, to a deleted or unapproved account, while bonus is 0, or for a driver', async () => {
    const self = await city.person('rider')
    await db.request.updateTable('users').set({ signup_via_referral: self.id }).where('id', '=', self.id).execute()
    await paidTrip(self)
    const gone = await city.person('rider')
    await db.request.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
    await paidTrip(await referred(gone.id))
    const waiting = await city.person('driver')
    await db.request.updateTable('users').set({ approved: false }).where('id', '=', waiting.id).execute()
    await paidTrip(await referred(waiting.id))
    await city.server.app.settings.change({ bonus: 0 }, null)
    const late = await city.person('rider')
    const rider = await referred(late.id)
    await paidTrip(rider)
    await city.server.app.settings.change({ bonus: 100 }, null)
    await paidTrip(rider)
    const recruiter = await city.person('rider')
    const driver = await city.person('rider')
    const trip = await paidTrip(driver)
    const change = { usertype: 'driver', signup_via_referral: recruiter.id } as const
    await db.request.updateTable('users').set(change).where('id', '=', driver.id).execute()
    await again(trip)
    for (const one of [self, gone, waiting, late, recruiter]) expect(await balanceOf(db, one)).toBe(0)
  })

  it('waits for an erasure of the referrer that runs, and pays none after it', async () => {
    const referrer = await city.person('rider')
    const rider = await city.person('rider')
    const trip = await paidTrip(rider)
    await db.request.updateTable('users').set({ signup_via_referral: referrer.id }).where('id', '=', rider.id).execute()
    let paid = Promise.resolve()
    await db.transact(async (tx) => {
      await lockPerson(tx, referrer.id)
      paid = again(trip)
      await new Promise((resolve) => setTimeout(resolve, 300))
      await tx.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', referrer.id).execute()
    })
    await paid
    expect(await balanceOf(db, referrer)).toBe(0)
  })

  it('pays none on later events of a trip that was paid while the bonus was 0: a rating, a correction, a look at its fare', async () => {
    await city.server.app.settings.change({ bonus: 0 }, null)
    const [admin, referrer] = [await city.person('admin'), await city.person('rider')]
    const rider = await referred(referrer.id)
    const id = await paidTrip(rider)
    await city.server.app.settings.change({ bonus: 100 }, null)
    await rider.call(bookingsApi.rate, { params: { id }, body: { rating: 5 } })
    const body = { direction: 'back' as const, amount: 1, reason: 'Detour', withDriver: false }
    await admin.call(correctionsApi.correct, { params: { id }, body })
    await keyOf(admin.call(tripReviewApi.checkFare, { params: { id }, body: {} }))
    await handled()
    expect(await balanceOf(db, referrer)).toBe(0)
  })

  it.each(['admin', 'fleetadmin'] as const)(
    'pays none to a referrer who became a %s, without a wallet',
    async (role) => {
      const referrer = await city.person('rider')
      const rider = await referred(referrer.id)
      await db.request.updateTable('users').set({ usertype: role }).where('id', '=', referrer.id).execute()
      await paidTrip(rider)
      expect(await balanceOf(db, referrer)).toBe(0)
    },
  )
})

describe('negativeBalance [design/money-22]', () => {
  it('on: a driver who owes cash gets offers; off: not until the debt is paid', async () => {
    const driver = await city.driver()
    const rider = await city.person('rider')
    const { id } = await bookWith(rider, await quoteWith(rider, city.economy))
    await driveToDrop(rider, driver, id)
    await drives(driver, id).receiveCash()
    expect(await balanceOf(db, driver)).toBeLessThan(0)
    const offersTo = async () => {
      const other = await city.person('rider')
      const next = await bookWith(other, await quoteWith(other, city.economy))
      const offers = await db.request
        .selectFrom('offers')
        .select('driver_id')
        .where('booking_id', '=', next.id)
        .execute()
      return offers.map((offer) => offer.driver_id)
    }
    expect(await offersTo()).toEqual([driver.id])
    await city.server.app.settings.change({ negativeBalance: false }, null)
    const other = await city.driver()
    expect(await offersTo()).toEqual([other.id])
    await credit(db, driver, -(await balanceOf(db, driver)) / 100)
    expect((await offersTo()).toSorted()).toEqual([driver.id, other.id].toSorted())
    await city.server.app.settings.change({ negativeBalance: true }, null)
  })
})
