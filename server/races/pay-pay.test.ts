import { bookingsApi } from '@remis/domain/booking/booking-api'
import { describe, expect, it } from 'vitest'
import { balanceOf, credit, prepaidFor } from '../testing/money.ts'
import { keyOf, type TestActor } from '../testing/test-city.ts'
import { inOrder, stops } from './in-order.ts'
import { openRaces, reachedTrip } from './trip-facts.ts'

const { city, db, facts } = await openRaces(import.meta.url)

const pay = (who: TestActor, id: string, payment_mode: 'cash' | 'wallet') =>
  keyOf(who.call(bookingsApi.pay, { params: { id }, body: { payment_mode } }))

/** A trip with unpaid cash, of a rider with just enough in the wallet; minor units. */
const owed = async () => {
  const trip = await reachedTrip(city)
  await trip.drive.notPaid()
  const { payable_amount: rest, driver_share: share } = await facts.row(trip.id)
  await credit(db, trip.rider, rest / 100)
  return { ...trip, rest, share }
}

describe('pay/pay [design/moves-28]', () => {
  for (const at of stops) {
    it(`cash/cash from two devices (stopped at ${at}): settled once`, async () => {
      const { driver, id } = await reachedTrip(city)
      const ends = await inOrder(
        city,
        `pay.${at}`,
        () => pay(driver, id, 'cash'),
        () => pay(driver, id, 'cash'),
      )
      expect(ends).toEqual(['ok', 'booking_moved_on'])
      expect(await facts.postings(id)).toEqual(['settlement'])
      const { convenience_fees: fees } = await facts.row(id)
      expect([await balanceOf(db, driver), await facts.busy(driver)]).toEqual([-fees, false])
    })

    it(`wallet first (stopped at ${at}), then cash: the wallet has paid, the driver has the share`, async () => {
      const { rider, driver, id, rest, share } = await owed()
      const ends = await inOrder(
        city,
        `pay.${at}`,
        () => pay(rider, id, 'wallet'),
        () => pay(driver, id, 'cash'),
      )
      expect(ends).toEqual(['ok', 'booking_moved_on'])
      expect(await facts.row(id)).toMatchObject({ status: 'PAID', used_wallet_money: rest, cash_payment_amount: 0 })
      expect([await balanceOf(db, rider), await balanceOf(db, driver)]).toEqual([0, share])
      expect([await facts.postings(id), await prepaidFor(db, id)]).toEqual([['hold', 'settlement'], 0])
    })

    it(`cash first (stopped at ${at}), then wallet: the wallet keeps its money`, async () => {
      const { rider, driver, id, rest, share } = await owed()
      const ends = await inOrder(
        city,
        `pay.${at}`,
        () => pay(driver, id, 'cash'),
        () => pay(rider, id, 'wallet'),
      )
      expect(ends).toEqual(['ok', 'booking_moved_on'])
      expect(await facts.row(id)).toMatchObject({ status: 'PAID', used_wallet_money: 0, cash_payment_amount: rest })
      expect([await balanceOf(db, rider), await balanceOf(db, driver)]).toEqual([rest, share - rest])
      expect(await facts.postings(id)).toEqual(['settlement'])
    })
  }

  it('a payment that fails before its commit does not count: the other one pays', async () => {
    const { rider, driver, id, rest } = await owed()
    city.server.failpoint.fail('pay.before_commit', new Error('injected failure'))
    expect(await pay(rider, id, 'wallet')).toBe('server_error')
    city.server.failpoint.clear()
    expect([await balanceOf(db, rider), await facts.postings(id)]).toEqual([rest, []])
    expect(await pay(driver, id, 'cash')).toBe('ok')
  })
})
