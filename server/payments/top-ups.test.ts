import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openCardCity, topUpOf, type CardCity } from '../testing/card-story.ts'
import { databaseFor } from '../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let card: CardCity
beforeAll(async () => {
  card = await openCardCity(database, 'delivery')
})

describe('top-ups [design/payments-12]', () => {
  it('credit the wallet once for two paid attempts and any evidence of them', async () => {
    const rider = await card.city.person('rider')
    const payer = card.payer(rider)
    const order = await topUpOf(rider, 250)
    const [one, two] = [await card.begin(rider, payer, order.id), await card.begin(rider, payer, order.id)]
    for (const { attempt } of [one, two]) await card.emulator.decide(attempt, 'approve')
    await Promise.all(
      [one, two, one, two].flatMap(({ attempt }) => [card.tell(attempt, 'webhook'), card.tell(attempt, 'return')]),
    )
    const uses = (await card.attempts(order.id)).map(({ use }) => use)
    expect(new Set(uses)).toEqual(new Set(['applied', 'unapplied']))
    const stray = (await card.attempts(order.id)).find(({ use }) => use === 'unapplied')?.id ?? ''
    await card.refunded(stray)
    expect(await card.ledgerOf(order.id, rider.id)).toEqual({ 'gateway-clearing': -25_000, 'wallet payer': 25_000 })
  })

  it.each([
    ['was erased', sql`erased_at = clock_timestamp(), deleted_at = clock_timestamp()`],
    ['lost the wallet by a change of role', sql`usertype = 'fleetadmin'`],
  ])('refunds a payment that arrives after the owner %s [design/payments-106]', async (_, change) => {
    const rider = await card.city.person('rider')
    const order = await topUpOf(rider, 40)
    const { attempt } = await card.begin(rider, card.payer(rider), order.id)
    await card.emulator.decide(attempt, 'approve')
    await sql`update users set ${change} where id = ${rider.id}`.execute(db.request)
    await card.tell(attempt, 'webhook')
    await card.refunded(attempt)
    // Undone, since the check of all invariants expects a complete erasure.
    await sql`update users set erased_at = null, deleted_at = null, usertype = 'rider'
      where id = ${rider.id}`.execute(db.request)
    expect(await card.attempts(order.id)).toMatchObject([{ status: 'REFUNDED', use: 'unapplied' }])
    expect(await card.ledgerOf(order.id, rider.id)).toEqual({})
  })
})
