import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../testing/actors.ts'
import { openCardCity, topUpOf, ways, type CardCity, type Way } from '../testing/card-story.ts'
import { balanceOf } from '../testing/money.ts'
import { databaseFor } from '../testing/test-database.ts'
import { inOrder, stops } from './in-order.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let card: CardCity

beforeAll(async () => {
  card = await openCardCity(database, 'taxi')
})
beforeEach(() => card.city.server.failpoint.clear())

/** One top-up paid in two tabs. */
const paidTwice = async () => {
  const rider = await card.city.person('rider')
  const payer = card.payer(rider)
  const { id } = await topUpOf(rider, 250)
  const one = (await card.begin(rider, payer, id)).attempt
  const two = (await card.begin(rider, payer, id)).attempt
  for (const attempt of [one, two]) await card.emulator.decide(attempt, 'approve')
  return { rider, id, one, two }
}
const usesOf = async (id: string) => Object.fromEntries((await card.attempts(id)).map((one) => [one.id, one.use]))

describe('pay/pay of a top-up: the wallet is credited once', () => {
  const pushed: Way[] = ways.filter((way) => way !== 'query')
  for (const at of stops)
    for (const first of pushed)
      for (const second of pushed)
        it(`${first} (stopped at settle.${at}) and ${second} of the other attempt: the second money is refunded`, async () => {
          const { rider, id, one, two } = await paidTwice()
          const tell = (attempt: string, way: Way) => () => card.tell(attempt, way)
          const answers = await inOrder(card.city, `settle.${at}`, tell(two, first), tell(one, second))
          expect(answers).toEqual([first, second].map((way) => (way === 'webhook' ? 200 : 303)))
          expect(await usesOf(id)).toEqual({ [two]: 'applied', [one]: 'unapplied' })
          await waitFor(async () => (await card.refunds(one))[0]?.status === 'done')
          expect(await balanceOf(db, rider)).toBe(250_00)
        })

  it('the table refuses a second applied payment', async () => {
    const { id, one, two } = await paidTwice()
    await card.tell(one, 'webhook')
    const second = sql`update payments set status = 'PAID', use = 'applied', provider_payment_id = 'x', paid_at = now()
      where id = ${two}`.execute(db.request)
    await expect(second).rejects.toMatchObject({ constraint: 'payments_one_per_top_up' })
    expect(await usesOf(id)).toEqual({ [one]: 'applied', [two]: null })
  })
})
