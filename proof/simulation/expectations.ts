import { sql, type RawBuilder } from 'kysely'
import type { World } from './world.ts'

/** Km: the error of two fixes of 8 m, and the metre to which distances are stored. */
const noiseKm = 0.05

/**
 * What holds in the simulated city beyond the invariants, because the simulation knows what the server cannot know:
 * where the cars really were, and what the gateway has really taken. Each query returns the ids for which it does not
 * hold.
 */
const queries: Readonly<Record<string, (world: World) => RawBuilder<{ id: string }>>> = {
  /** [design/moves-65] */
  'a fare is above 1.5 times its quote plus the minimum fare': () => sql`select id from bookings
    where end_time is not null and trip_cost > 1.5 * estimate + (tariff ->> 'min_fare')::numeric * 100 + 1`,
  /** [design/moves-70], [design/moves-73] */
  'a driver who never came got a fee': ({ drivers, cars }) => {
    const afar = drivers.filter((_, place) => cars[place]?.kind === 'afar').map(({ id }) => id)
    return sql`select id from bookings
      where driver = any(${afar}::uuid[]) and status = 'CANCELLED' and start_time is null and customer_paid <> 0`
  },
  /** [design/tracking-18] */
  'more km are charged than the car drove': ({ ways }) => sql`select b.id from bookings b
    join unnest(${[...ways.keys()]}::text[], ${[...ways.values()].map(({ from, to }) => to - from)}::float8[]) as way (id, km)
      on way.id = b.id
    where b.fare ->> 'charged' = 'track' and (b.fare #>> '{final,distanceKm}')::float8 > way.km + ${noiseKm}::float8`,
  /** [design/money-34] */
  'a rider with money owes': () => sql`select user_id::text as id from wallets where balance > 0 and owed > 0`,
}

/** What does not hold, in words; null: all does. */
export const findUntrue = async (world: World): Promise<string | null> => {
  for (const [says, query] of Object.entries(queries)) {
    const { rows } = await query(world).execute(world.city.database.db.lists)
    if (rows.length > 0) return `${says}: ${rows.map(({ id }) => id).join(', ')}`
  }
  return null
}

/** Payments that the gateway has taken and the server does not know of, once it could ask; null: none. */
export const findLostMoney = async ({ city, gateway, attempts }: World): Promise<string | null> => {
  const captured = await gateway.captured(attempts)
  const { rows } = await sql<{ id: string }>`select id from payments
    where id = any(${captured}::text[]) and use is null and status <> 'REVIEW'`.execute(city.database.db.lists)
  return rows.length === 0 ? null : `money that the gateway took is lost: ${rows.map(({ id }) => id).join(', ')}`
}
