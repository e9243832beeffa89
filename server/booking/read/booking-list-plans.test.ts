import { statusesOfPayment, type PaymentState } from '@remis/domain/booking/list/list-filters'
import { statuses, type Status } from '@remis/domain/booking/statuses'
import type { Role } from '@remis/domain/kit/endpoint'
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { readPage } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { openCity } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { bookingList, bookingsOf, countBookings } from './booking-list-store.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const timezone = 'America/Montevideo'
/** an existing booking; its row is repeated */
let first: string
/** one of 40 riders, of 30 drivers and of 3 fleets */
let [rider, driver, fleet] = ['', '', '']
const viewers = () =>
  ({
    rider: { id: rider, role: 'rider' },
    driver: { id: driver, role: 'driver' },
    fleetadmin: { id: fleet, role: 'fleetadmin' },
    admin: { id: rider, role: 'admin' },
  }) as const

const bookings = 30_000
/** Most bookings are over; a few thousand are open, as after some years. */
const generate = async (tx: Kysely<Tables>) => {
  await sql`set local session_replication_role = replica`.execute(tx)
  const people = await sql<{ id: string }>`insert into users
    (id, first_name, last_name, usertype, referral_id, approved)
    select gen_random_uuid(), 'Plan', 'Person ' || n,
      case when n <= 40 then 'rider' when n <= 70 then 'driver' else 'fleetadmin' end, 'PLAN' || n, true
    from generate_series(1, 73) n returning id`.execute(tx)
  const ids = people.rows.map(({ id }) => id)
  rider = ids[0]!
  driver = ids[40]!
  fleet = ids[70]!
  await sql`insert into bookings select made.* from bookings b, generate_series(1, ${sql.lit(bookings)}) n,
    lateral jsonb_populate_record(b, jsonb_build_object(
      'id', upper(lpad(to_hex(n), 10, '0')), 'quote_id', gen_random_uuid(),
      'status', case when n % 100 >= 92 then 'CANCELLED' when n % 500 = 1 then 'NEW' when n % 700 = 2 then 'PENDING' else 'COMPLETE' end,
      'tripdate', now() - n * interval '13 minutes', 'booking_date', now() - n * interval '13 minutes',
      'payment_mode', case when n % 20 = 0 then 'card' else 'cash' end,
      'trip_cost', 100 + n % 9000, 'driver_share', 100 + n % 9000, 'convenience_fees', 0, 'discount_amount', 0,
      'written_off', case when n % 2000 = 3 then 1 else 0 end,
      'customer', (${ids.slice(0, 40)}::uuid[])[1 + n % 40], 'driver', (${ids.slice(40, 70)}::uuid[])[1 + n % 30],
      'fleetadmin', case when n % 2 = 0 then (${ids.slice(70)}::uuid[])[1 + n % 3] end)) made
    where b.id = ${first}`.execute(tx)
  await sql`analyze bookings`.execute(tx)
}

/** Runs nothing: keeps the queries that a list would run. */
const keeping = (queries: CompiledQuery[]) =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void queries.push(query),
  })

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Plan Rows': number
  readonly Plans?: readonly Plan[]
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** What a plan does that grows with the whole table. */
const faultsOf = (plan: Plan): string[] =>
  nodesOf(plan).flatMap((node) => {
    if (node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'bookings') return ['reads the whole table']
    const sorted = node.Plans?.[0]?.['Plan Rows'] ?? 0
    return node['Node Type'] === 'Sort' && sorted > bookings / 10 ? [`sorts ${sorted} rows`] : []
  })

/** Every subset of some filters: each name absent, or with one of its values. */
const subsets = (choices: Readonly<Record<string, readonly unknown[]>>): Record<string, unknown>[] =>
  Object.entries(choices).reduce<Record<string, unknown>[]>(
    (all, [name, values]) => all.flatMap((one) => [one, ...values.map((value) => ({ ...one, [name]: value }))]),
    [{}],
  )

const statusChoices: readonly (readonly Status[])[] = [['NEW'], ['COMPLETE'], ['NEW', 'PENDING']]
const month = { from: '2026-01-01', to: '2026-01-31', timezone }

/** As `statusesOf` of the use-case narrows them. */
const withPayment = (filters: Record<string, unknown>) => {
  const payment = filters['payment'] as PaymentState | undefined
  if (payment === undefined) return filters
  const named = (filters['statuses'] as readonly Status[] | undefined) ?? statuses
  return { ...filters, statuses: named.filter((status) => statusesOfPayment[payment].includes(status)) }
}

beforeAll(async () => {
  const city = await openCity(database)
  await city.driver()
  first = (await city.book(await city.person('rider'))).id
})

it(
  'every combination of filters that the list offers is read by an index [design/data-70]',
  { timeout: 120_000 },
  async () => {
    const queries: CompiledQuery[] = []
    const faults: string[] = []
    let asked = 0
    const rollBack = new Error('generated bookings are not kept')
    await expect(
      db.jobs.transaction().execute(async (tx) => {
        await generate(tx)
        const watched = keeping(queries)
        const check = async (name: string) => {
          for (const { sql: text, parameters } of queries.splice(0)) {
            const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
              CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]),
            )
            asked++
            for (const fault of faultsOf(rows[0]!['QUERY PLAN'][0].Plan)) faults.push(`${name}: ${fault}`)
          }
        }
        for (const viewer of Object.values(viewers())) {
          const role: Role = viewer.role
          const people = {
            driver: [driver],
            ...(role === 'admin' ? { rider: [rider], fleet: [fleet] } : {}),
            days: [month],
            mode: ['card'] as const,
          }
          const when = (['now', 'later'] as const).map((which) => ({ which, minutes: 60 }))
          for (const filters of subsets({ statuses: statusChoices, payment: ['due', 'written-off'], when, ...people }))
            for (const sort of ['tripdate', 'trip_cost'] as const) {
              // an order by the cost may sort what a filter or a role has left
              if (sort === 'trip_cost' && (role !== 'admin' || Object.keys(filters).length > 0)) continue
              await readPage(
                bookingList(false, role),
                bookingsOf(watched, viewer),
                { ...withPayment(filters), sort },
                {
                  usual: 25,
                  most: 100,
                },
              )
              await check(`${role} ${sort} ${JSON.stringify(filters)}`)
            }
          for (const narrowing of subsets(people)) {
            await countBookings(watched, viewer, narrowing, 60)
            await check(`${role} counts ${JSON.stringify(narrowing)}`)
          }
        }
        throw rollBack
      }),
    ).rejects.toBe(rollBack)
    expect(asked).toBeGreaterThan(500)
    expect(faults).toEqual([])
  },
)
