import { bookingsApi } from '@remis/domain/booking/booking-api'
import { room } from '@remis/domain/live/live-events'
import { bookingMoneyApi } from '@remis/domain/payments/booking-money-api'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { waitFor } from '../../testing/actors.ts'
import { openCardCity, type CardCity } from '../../testing/card-story.ts'
import { databaseFor } from '../../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
let card: CardCity

beforeAll(async () => {
  card = await openCardCity(database, 'delivery')
  await card.city.driver()
})

it('lists each try to pay by card with what the gateway reported and the refund, and their postings [design/web-92]', async () => {
  const [rider, admin] = [await card.city.person('rider'), await card.city.person('admin')]
  const payer = card.payer(rider)
  const { id, trip_cost: cost } = await card.delivery(rider)
  const { attempt } = await card.begin(rider, payer, id)
  await card.emulator.decide(attempt, 'approve')
  await card.tell(attempt, 'webhook')
  const moneyOf = () => admin.call(bookingMoneyApi.read, { params: { id } })
  expect((await moneyOf()).payments).toMatchObject([
    { id: attempt, provider: 'test', amount: cost, state: 'paid', refunds: [], reports: [{ verdict: 'paid' }] },
  ])
  await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: card.city.reason } })
  await waitFor(async () => (await card.refunds(attempt))[0]?.status === 'done')
  // the open page reads the booking again [design/payments-109]
  const { rows } = await sql<{ audience: string[] }>`select b.audience from outbox b
    join outbox r on r.kind = 'refund' and r.id < b.id and r.xmin <> b.xmin
    where b.kind = 'booking' and b.subject = ${id}`.execute(database.db.request)
  expect(rows).toEqual([{ audience: [room.user(rider.id), room.admins] }])
  const { payments, postings } = await moneyOf()
  expect(payments).toMatchObject([{ status: 'REFUNDED', refunds: [{ amount: cost, status: 'done' }] }])
  expect(postings.map(({ kind }) => kind)).toEqual(['capture', 'refund'])
  for (const { entries } of postings) expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  expect(postings[0]?.entries.map(({ account, holder }) => [account, holder])).toEqual([
    ['gateway-clearing', 'test'],
    ['prepayments', id],
  ])
})

it('says when reports of gateways are left out: the newest 200 are shown', async () => {
  const [rider, admin] = [await card.city.person('rider'), await card.city.person('admin')]
  const { id } = await card.delivery(rider)
  const { attempt } = await card.begin(rider, card.payer(rider), id)
  const report = (from: number, to: number) =>
    sql`insert into payment_events (id, provider, event_key, payment_id, source, verdict, outcome)
      select gen_random_uuid(), 'test', ${attempt} || n, ${attempt}, 'query', 'pending', '{}'
      from generate_series(${from}::int, ${to}::int) n`.execute(database.db.request)
  const read = async () => {
    const { payments, more } = await admin.call(bookingMoneyApi.read, { params: { id } })
    return { reports: payments[0]?.reports.length, more }
  }
  await report(1, 200)
  expect(await read()).toEqual({ reports: 200, more: false })
  await report(201, 201)
  expect(await read()).toEqual({ reports: 200, more: true })
})
