import { bookingsApi } from '@remis/domain/booking/booking-api'
import { paymentsApi } from '@remis/domain/payments/payments-api'
import { walletApi } from '@remis/domain/wallet/wallet-api'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../testing/actors.ts'
import { openCardCity, type CardCity } from '../testing/card-story.ts'
import { drives, keyOf, requestOn, tripCodeOf } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import type { PaymentsProvider } from '../providers/payments/payments-provider.ts'
import { openGateways } from '../providers/payments/open-gateways.ts'
import { makePlatform } from '../testing/test-platform.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let card: CardCity

beforeAll(async () => {
  card = await openCardCity(database, 'taxi')
})
beforeEach(() => card.city.server.failpoint.clear())

const minorOf = (amount: number | undefined) => Math.round((amount ?? 0) * 100)

/** A taxi trip in PENDING: driven, the rest not paid. */
const owed = async (payment_mode: 'card' | 'cash' = 'card') => {
  const { city } = card
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const body = { ...requestOn(await city.quote(rider)), paymentPacket: { payment_mode } }
  const { booking } = await rider.call(bookingsApi.create, { body })
  expect(booking).toMatchObject({ status: 'NEW', payment_mode })
  const drive = drives(driver, booking.id)
  await drive.accept()
  await drive.arrive()
  await drive.start(await tripCodeOf(rider, booking.id))
  await drive.reach()
  if (payment_mode === 'cash') await drive.notPaid()
  city.server.app.drivers.remove(driver.id)
  const payer = card.payer(rider)
  const seen = (await rider.call(bookingsApi.get, { params: { id: booking.id } })).booking
  return { rider, driver, drive, payer, booking: seen, due: minorOf(seen.payableAmount) }
}
const approved = async (mode: 'card' | 'cash' = 'card') => {
  const story = await owed(mode)
  await story.payer.chooseCard(story.booking.id)
  const { attempt } = await card.begin(story.rider, story.payer, story.booking.id)
  await card.emulator.decide(attempt, 'approve')
  return { ...story, attempt }
}

describe('pay now for a PENDING booking [payments-10]', () => {
  it('sets card mode and cash 0, charges payableAmount, settles once and pays the driver [payments-11]', async () => {
    const { rider, driver, payer, booking, due, attempt } = await approved('cash')
    expect(booking).toMatchObject({ status: 'PENDING', payment_mode: 'cash' })
    const now = (await rider.call(bookingsApi.get, { params: { id: booking.id } })).booking
    expect(now.paymentPacket).toMatchObject({ payment_mode: 'card', cashPaymentAmount: 0 })
    expect((await payer.formOf(booking.id)).amount).toBe(String(booking.payableAmount))
    expect(await card.emulator.order(attempt)).toMatchObject({ minor: due })
    await card.tell(attempt, 'return')
    await card.tell(attempt, 'webhook')
    const done = (await rider.call(bookingsApi.get, { params: { id: booking.id } })).booking
    expect(done).toMatchObject({
      status: 'PAID',
      gateway: 'test',
      payableAmount: 0,
      cardPaymentAmount: booking.payableAmount,
      cashPaymentAmount: 0,
    })
    const ledger = await card.ledgerOf(booking.id, driver.id)
    expect(ledger['gateway-clearing']).toBe(-due)
    expect((ledger['wallet payer'] ?? 0) + (ledger['revenue'] ?? 0)).toBe(due)
    expect(ledger).not.toHaveProperty('prepayments')
  })

  it('is for the rider of a PENDING booking only', async () => {
    const { rider, driver, booking } = await owed()
    const other = await card.city.person('rider')
    expect(await keyOf(card.payer(other).chooseCard(booking.id))).toBe('not_found')
    expect(await keyOf(card.payer(driver).chooseCard(booking.id))).toBe('forbidden')
    await drives(driver, booking.id).receiveCash()
    expect(await keyOf(card.payer(rider).chooseCard(booking.id))).toBe('booking_moved_on')
    const late = await card.payer(rider).post({ order_id: booking.id })
    expect(late.status).toBe(409)
  })

  it('refunds a card payment after the price changed: a new attempt is needed [design/payments-7]', async () => {
    const { booking, due, attempt } = await approved()
    // as a partial payment by another mode would leave it
    await db.request
      .updateTable('bookings')
      .set({ payable_amount: due - 100, discount_amount: 100 })
      .where('id', '=', booking.id)
      .execute()
    await card.tell(attempt, 'webhook')
    expect(await card.bookingOf(booking.id)).toMatchObject({ status: 'PENDING' })
    await waitFor(async () => (await card.refunds(attempt))[0]?.status === 'done')
    await db.request
      .updateTable('bookings')
      .set({ payable_amount: due, discount_amount: 0 })
      .where('id', '=', booking.id)
      .execute()
  })
})

describe('without a gateway', () => {
  it('production has no test gateway: no provider is listed, card mode and top-ups are refused [design/payments-67]', async () => {
    expect(openGateways(makePlatform(database, { env: { REMIS_MODE: 'production' } })).gateways).toEqual([])
    expect(openGateways(makePlatform(database)).gateways.map(({ name }) => name)).toEqual(['test'])
    const gateways = card.city.server.app.gateways as PaymentsProvider[]
    const kept = gateways.splice(0)
    const [rider, driver] = [await card.city.person('rider'), await card.city.driver()]
    expect(await rider.call(paymentsApi.providers, {})).toEqual([])
    const mayTopUp = async () => (await rider.call(walletApi.read, {})).wallet.may.topUp
    expect(await mayTopUp(), 'the wallet page says wallet_no_card').toBe(false)
    const body = { ...requestOn(await card.city.quote(rider)), paymentPacket: { payment_mode: 'card' as const } }
    expect(await keyOf(rider.call(bookingsApi.create, { body }))).toBe('payment_mode_unavailable')
    gateways.push(...kept)
    expect(await mayTopUp()).toBe(true)
    card.city.server.app.drivers.remove(driver.id)
  })
})
