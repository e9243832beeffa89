import { exponentOf } from '@remis/domain/kit/currency'
import { toMinor } from '@remis/domain/kit/money'
import { v7 as newId } from 'uuid'
import type { BookingDeps } from '../booking/booking-deps.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import { recordCredit } from '../wallet/office/credits.ts'
import { replayTrip, type PastTrip } from './replay-trip.ts'
import { idOf, isImpossibleTrip, preparePastTrip } from './prepare-past-trip.ts'
import { seedAlone } from './seed-alone.ts'
import { trialNames } from './trial-people.ts'
import { trialTrips } from './trial-trips.ts'
import { advisoryLocks } from '../platform/database/schema/advisory-locks.ts'

/** pesos that an admin credited the first rider */
const credit = 1500

const prepareAll = async (app: BookingDeps): Promise<PastTrip[]> => {
  const now = await nowMs(app.db.request)
  const prepared: PastTrip[] = []
  for (const [index, trip] of trialTrips[app.config.appCategory].entries())
    prepared.push(await preparePastTrip(app, trip, index, now))
  // In the order of time, so that a driver's rating at each trip is that of the trips before.
  return prepared.toSorted((a, b) => a.bookedAt - b.bookedAt)
}

const anyBooking = async (db: BookingDeps['db']['request']): Promise<boolean> =>
  (await db.selectFrom('bookings').select('id').limit(1).execute()).length > 0

/**
 * Adds past trips of the last month along real roads to the trial city, with the balances of their postings. Only
 * without any booking; all or nothing. In another region than the trial city's, or without one of its people, there are
 * none. It calls the maps, so it runs once they are open.
 */
export const seedPastTrips = async (app: BookingDeps): Promise<void> => {
  if (app.config.mode !== 'trial' || (await anyBooking(app.db.request))) return
  let trips: PastTrip[]
  let [rider, admin] = ['', '']
  try {
    rider = await idOf(app, `${trialNames[app.config.appCategory].rider}.one`)
    admin = await idOf(app, 'admin.one')
    trips = await prepareAll(app)
  } catch (error) {
    if (!isImpossibleTrip(error)) throw error
    app.log.info({ err: error }, 'the trial city stays without past trips')
    return
  }
  const { code: currency } = await app.settings.current()
  // No notices for past trips.
  const quiet = { ...app, notify: () => Promise.resolve() }
  await app.db.transact(async (tx) => {
    await seedAlone(tx, advisoryLocks.trialPastTrips)
    if (await anyBooking(tx)) return
    const caller = { who: { id: admin, role: 'admin' as const }, address: '' }
    const amount = toMinor(credit, exponentOf(currency))
    await recordCredit(quiet, tx, caller, {
      id: newId(),
      user_id: rider,
      amount,
      currency,
      cash: false,
      reason: 'Trial balance',
    })
    for (const trip of trips) await replayTrip(quiet, tx, trip)
  })
}
