import { bookingsApi } from '@remis/domain/booking/booking-api'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../testing/actors.ts'
import { openCardCity, type CardCity } from '../testing/card-story.ts'
import { balanceOf, credit, emptyStreets, prepaidFor } from '../testing/money.ts'
import { databaseFor } from '../testing/test-database.ts'
import { keyOf, type TestActor } from '../testing/test-city.ts'
import { inOrder, stops } from './in-order.ts'
import { factsOf, reachedTrip } from './trip-facts.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let card: CardCity
let facts: ReturnType<typeof factsOf>

beforeAll(async () => {
  card = await openCardCity(database, 'taxi')
  facts = factsOf(card.city)
})
beforeEach(async () => {
  card.city.server.failpoint.clear()
  await emptyStreets(card.city)
})

const pay = (who: TestActor, id: string, payment_mode: 'cash' | 'wallet') =>
  keyOf(who.call(bookingsApi.pay, { params: { id }, body: { payment_mode } }))

/** A PENDING trip with a card payment approved at the gateway; wallet and cash could pay too. */
const owed = async () => {
  const trip = await reachedTrip(card.city)
  await trip.drive.notPaid()
  const payer = card.payer(trip.rider)
  await payer.chooseCard(trip.id)
  const { attempt } = await card.begin(trip.rider, payer, trip.id)
  await card.emulator.decide(attempt, 'approve')
  const { payable_amount: rest } = await facts.row(trip.id)
  await credit(db, trip.rider, rest / 100)
  return { ...trip, attempt, rest }
}
const refunded = (attempt: string) =>
  waitFor(async () => {
    const rows = await card.refunds(attempt)
    return rows.length > 0 && rows.every(({ status }) => status === 'done')
  })

describe('pay/webhook: a PENDING booking is paid by wallet, cash or card', () => {
  for (const way of ['webhook', 'return'] as const)
    for (const mode of ['wallet', 'cash'] as const) {
      const payerOf = (trip: { rider: TestActor; driver: TestActor }) => (mode === 'wallet' ? trip.rider : trip.driver)

      for (const at of stops) {
        it(`${mode} first (stopped at ${at}): the ${way}’s money is refunded to the card`, async () => {
          const trip = await owed()
          const { id, rider, attempt, rest } = trip
          const [paid] = await inOrder(
            card.city,
            `pay.${at}`,
            () => pay(payerOf(trip), id, mode),
            () => card.tell(attempt, way),
          )
          expect(paid).toBe('ok')
          await refunded(attempt)
          expect(await facts.row(id)).toMatchObject({
            status: 'PAID',
            payment_mode: mode,
            card_payment_amount: 0,
            payable_amount: 0,
          })
          expect(await card.attempts(id)).toMatchObject([{ status: 'REFUNDED', use: 'unapplied' }])
          expect(await card.refunds(attempt)).toMatchObject([{ amount: rest, key: 'unapplied' }])
          expect(await card.ledgerOf(id, rider.id)).not.toHaveProperty('gateway-clearing')
          expect(await balanceOf(db, rider)).toBe(mode === 'wallet' ? 0 : rest)
          expect((await facts.postings(id)).filter((kind) => kind === 'settlement')).toHaveLength(1)
          expect(await prepaidFor(db, id)).toBe(0)
        })

        it(`the ${way} first (stopped at settle.${at}): ${mode} is refused, the wallet unchanged`, async () => {
          const trip = await owed()
          const { id, rider, attempt, rest } = trip
          const [answered, paid] = await inOrder(
            card.city,
            `settle.${at}`,
            () => card.tell(attempt, way),
            () => pay(payerOf(trip), id, mode),
          )
          expect([answered, paid]).toEqual([way === 'webhook' ? 200 : 303, 'booking_moved_on'])
          expect(await facts.row(id)).toMatchObject({ status: 'PAID', payment_mode: 'card', card_payment_amount: rest })
          expect(await card.attempts(id)).toMatchObject([{ status: 'PAID', use: 'applied' }])
          expect([await balanceOf(db, rider), await card.refunds(attempt)]).toEqual([rest, []])
          expect(await facts.postings(id)).toEqual(['capture', 'settlement'])
        })
      }
    }
})

describe('webhook/webhook [invariants-M7]', () => {
  it('the same statement twice at once is one inbox row and one capture', async () => {
    const { id, attempt } = await owed()
    const { body, headers } = await card.emulator.webhook(attempt)
    const send = () => card.webhook(body, headers)
    expect(await inOrder(card.city, 'settle.before_commit', send, send)).toEqual([200, 200])
    expect(await send()).toBe(200)
    const events = db.request.selectFrom('payment_events').select('verdict').where('payment_id', '=', attempt)
    expect(await events.execute()).toEqual([{ verdict: 'paid' }])
    expect(await facts.postings(id)).toEqual(['capture', 'settlement'])
  })
})

describe('refund/refund [design/payments-27]', () => {
  it('requested twice with one key, it is stored once', async () => {
    const { id: bookingId, attempt } = await owed()
    await card.tell(attempt, 'webhook')
    const request = { bookingId, key: 'same-v9', amount: 1, reason: 'cancel' }
    let asked: number | undefined
    const undo = new Error('rolled back by the test')
    const story = db.transact(async (tx) => {
      await card.city.server.app.refund(tx, request)
      await card.city.server.app.refund(tx, request)
      asked = (await tx.selectFrom('refunds').select('id').where('payment_id', '=', attempt).execute()).length
      throw undo
    })
    await expect(story).rejects.toBe(undo)
    expect(asked).toBe(1)
  })
})
