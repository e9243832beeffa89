import { sql } from 'kysely'
import type { BookingDeps } from '../booking/booking-deps.ts'
import { priceQuote } from '../fare/price-quote.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import { replayCreate } from './replay-trip.ts'
import { idOf, isImpossibleTrip, makerOf, placeAt } from './prepare-past-trip.ts'
import { trialTomorrow } from './trial-trips.ts'
import { advisoryLocks } from '../platform/database/schema/advisory-locks.ts'

const anyLater = async (db: BookingDeps['db']['request']): Promise<boolean> =>
  (await db.selectFrom('bookings').select('id').where('book_later', '=', true).limit(1).execute()).length > 0

/** This time of tomorrow in the operator's zone, ms. */
const tomorrowAt = async (db: BookingDeps['db']['request'], timezone: string, time: string): Promise<number> => {
  const { rows } = await sql<{ at: number }>`select (date_trunc('day', clock_timestamp() at time zone ${timezone})
    + interval '1 day' + ${time}::interval) at time zone ${timezone} as at`.execute(db)
  const at = rows[0]?.at
  if (at === undefined) throw new Error('the database clock returned no row')
  return at
}

/**
 * Adds one booking for tomorrow to the trial city by the usual rules, so that there is a Book Later to look at. Only
 * where no one has booked for later yet. It calls the maps, so it runs once they are open.
 */
export const seedTomorrow = async (app: BookingDeps): Promise<void> => {
  if (app.config.mode !== 'trial' || (await anyLater(app.db.request))) return
  const tomorrow = trialTomorrow[app.config.appCategory]
  const { timezone } = await app.settings.current()
  const tripdate = await tomorrowAt(app.db.request, timezone, tomorrow.time)
  const car = await app.db.request
    .selectFrom('car_types')
    .select('id')
    .where('name', '=', tomorrow.carType)
    .executeTakeFirst()
  if (car === undefined) return
  try {
    const rider = await idOf(app, tomorrow.rider)
    const priced = await priceQuote(app, {
      riderId: rider,
      madeBy: await makerOf(app, rider),
      carTypeId: car.id,
      pickup: await placeAt(app, tomorrow.from),
      drop: await placeAt(app, tomorrow.to),
      instruction: tomorrow.instruction,
      tripdate,
    })
    await app.db.transact(async (tx) => {
      await sql`select pg_advisory_xact_lock(${advisoryLocks.trialTomorrow})`.execute(tx)
      if (!(await anyLater(tx)))
        await replayCreate(app, tx, { priced, instruction: tomorrow.instruction, bookedAt: await nowMs(tx), tripdate })
    })
  } catch (error) {
    if (!isImpossibleTrip(error)) throw error
    app.log.info({ err: error }, 'the trial city stays without a ride for tomorrow')
  }
}
