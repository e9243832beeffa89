import { fareTrack, thinTrack } from '@remis/domain/booking/final-fare/trip-points'
import { hourOfWeek } from '@remis/domain/traffic/road-classes'
import { isLearnedFrom, samplesOf, type DrivenStretch, type TripSample } from '@remis/domain/traffic/trip-samples'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { findBooking } from '../booking/booking-rows.ts'
import { wasSuspicious } from '../booking/reviews/review-trip.ts'
import type { Platform } from '../platform/http/use-case.ts'
import { isMapsOutage, MapsError, type MapsProvider } from '../providers/maps/maps-provider.ts'
import { listTripPoints } from '../tracking/trip-points.ts'
import type { TrafficFactors } from './traffic-factors.ts'
import { addSamples, countTry, lockState, moveToZone, queuedTrips, readState, takeFromQueue } from './traffic-store.ts'

export interface TrafficDeps extends Platform {
  readonly settings: SettingsCache
  readonly maps: MapsProvider
  readonly traffic: TrafficFactors
}

/** Trips per run. Kept small, because matching delays the fares of trips that are ending. */
const perTurn = 5
/** A trip that fails this often is left out. */
const mostTries = 3
/** Points per trip that are matched; more than for a fare, since here the times between them count. */
const mostPoints = 120

/**
 * Sweep: adds the samples of finished trips, each once [design/maps-110]. Matching runs before the transaction, which
 * takes the trip out of the queue; a trip that another process has taken meanwhile adds nothing.
 */
export const learnFromTrips = async (app: TrafficDeps): Promise<void> => {
  const { timezone } = await app.settings.current()
  if ((await readState(app.db.jobs)).timezone !== timezone)
    await app.db.transact(async (tx) => {
      if ((await lockState(tx)).timezone !== timezone) await moveToZone(tx, timezone)
    })
  for (const id of await queuedTrips(app.db.jobs, perTurn)) {
    try {
      await learnFrom(app, id, timezone)
    } catch (error) {
      if ((await countTry(app.db.jobs, id)) >= mostTries) await app.db.transact((tx) => takeFromQueue(tx, id))
      app.log.warn({ err: error, booking: id }, 'traffic was not learned from a trip')
    }
  }
}

const learnFrom = async (app: TrafficDeps, id: string, timezone: string): Promise<void> => {
  const samples = await readSamples(app, id, timezone)
  await app.failpoint.at('traffic.matched')
  await app.db.transact(async (tx) => {
    const state = await lockState(tx)
    if (!(await takeFromQueue(tx, id))) return
    if (samples.length > 0) await addSamples(tx, { bookingId: id, timezone: state.timezone }, samples)
    await app.failpoint.at('traffic.before_commit')
  })
}

const readSamples = async (app: TrafficDeps, id: string, timezone: string): Promise<TripSample[]> => {
  const booking = await findBooking(app.db.jobs, id)
  if (booking === null || !isLearnedFrom(booking) || (await wasSuspicious(app.db.jobs, id))) return []
  const track = thinTrack(fareTrack(await listTripPoints(app.db.jobs, id), booking), mostPoints)
  const first = track[0]
  if (first === undefined || track.length < 3) return []
  // The matcher gets city time, since it leaves out what no car can drive.
  const { simulatedSpeed: speed } = app.config
  const cityTime = (at: number): number => first.at + (at - first.at) * speed
  const realTime = (at: number): number => first.at + (at - first.at) / speed
  const stretches = await stretchesOf(
    app.maps,
    track.map(({ lat, lng, at, accuracy }) => ({
      lat,
      lng,
      at: cityTime(at),
      ...(typeof accuracy === 'number' ? { accuracy } : {}),
    })),
  )
  return samplesOf(
    stretches.map((stretch) => ({ ...stretch, from: realTime(stretch.from), to: realTime(stretch.to) })),
    { hourAt: (at) => hourOfWeek(at, timezone), speed },
  )
}

/** Nothing where the roads of this trip cannot be found. @throws MapsError UPSTREAM or QUOTA */
const stretchesOf = async (
  maps: MapsProvider,
  track: Parameters<MapsProvider['matchedDistance']>[0],
): Promise<readonly DrivenStretch[]> => {
  try {
    return (await maps.stretches?.(track)) ?? []
  } catch (error) {
    if (error instanceof MapsError && !isMapsOutage(error)) return []
    throw error
  }
}
