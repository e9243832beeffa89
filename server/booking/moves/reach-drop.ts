import type { Booking } from '@remis/domain/booking/booking'
import type { Settings } from '@remis/domain/backoffice/settings'
import type { bookingsApi } from '@remis/domain/booking/booking-api'
import type { ProofFacts } from '@remis/domain/booking/delivery/hand-over'
import { isDelivery } from '@remis/domain/booking/delivery/parcel'
import { isFarFromDrop } from '@remis/domain/booking/final-fare/final-fare'
import { fareTrack, type TrackedPoint } from '@remis/domain/booking/final-fare/trip-points'
import { reach, tripEnd, type ReachFacts } from '@remis/domain/booking/moves/reach'
import { AppError } from '@remis/domain/messages/app-error'
import { wallClock } from '@remis/domain/kit/calendar-day'
import type { Kysely } from 'kysely'
import { attachPhoto, urlOf } from '../../files/attach-file.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { Call, UseCase } from '../../platform/http/use-case.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { MapsError } from '../../providers/maps/maps-provider.ts'
import { currentFix, logEnd, placeAt } from '../../tracking/current-fix.ts'
import { listTripPoints, recordDrivenTrack } from '../../tracking/trip-points.ts'
import { queueTrip } from '../../traffic/queue-trip.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { findBooking } from '../booking-rows.ts'
import { drivenLine, matchTrip } from '../match-trip.ts'
import { reviewEndedTrip } from '../reviews/review-trip.ts'
import { lockParties } from './lock-parties.ts'
import { actorOf, runMove } from './run-move.ts'

/** A point was stored while the others were being matched: the fare would not count it. */
class PointAdded extends Error {}

const maxRounds = 5

const sameTrack = (a: readonly TrackedPoint[], b: readonly TrackedPoint[]): boolean =>
  a.length === b.length && a.at(-1)?.at === b.at(-1)?.at

/**
 * Km by road from the pickup to the end of a trip that is far from its drop [design/moves-63]; null where not needed,
 * or without a road.
 */
const kmToEnd = async ({ maps, log }: BookingDeps, { pickup, drop }: Booking, at: ReachFacts['at']) => {
  if (at === null || !isFarFromDrop(at, drop)) return null
  try {
    // Asked as a route, because it limits a fare: during an outage no other engine answers [design/maps-81].
    return (await maps.route({ lat: pickup.lat, lng: pickup.lng }, { lat: at.lat, lng: at.lng })).distance
  } catch (error) {
    if (!(error instanceof MapsError)) throw error
    log.warn({ err: error }, 'no way from the pickup to the end of the trip')
    return null
  }
}

type ReachCall = Call<typeof bookingsApi.reach>
type ReachBody = ReachCall['body']

/** The proof that the courier sent, and the settings that require parts of it [design/delivery-25]. */
const proofOf = ({ config }: BookingDeps, body: ReachBody, settings: Settings): ProofFacts => ({
  photo: urlOf(body.photo),
  signature: urlOf(body.signature),
  receivedBy: body.receivedBy ?? null,
  code: body.code ?? null,
  photoNeeded: settings.AllowFinalDeliveryImageCapture,
  codeNeeded: settings.deliveryCodeNeeded,
  tries: config.limits.tripCode.tries,
})

const attachProof = async (tx: Tx, booking: Booking, { photo, signature }: ReachBody): Promise<void> => {
  if (!isDelivery(booking)) return
  await attachPhoto(tx, { file: photo, booking: booking.id, kind: 'deliver_image' })
  await attachPhoto(tx, { file: signature, booking: booking.id, kind: 'signature' })
}

/** When the trip ended, where the driver was then, and the road to it from the pickup. */
interface TripEnd extends Pick<ReachFacts, 'at' | 'routeKm'> {
  readonly endedAt: number
}

/**
 * The end of a trip is fixed when its command arrives, or earlier, when the driver pressed: the phone may have had no
 * network [design/moves-95].
 */
const endOf = async (app: BookingDeps, { who, body }: ReachCall, booking: Booking): Promise<TripEnd> => {
  const isStarted = booking.status === 'STARTED'
  const current = isStarted ? await currentFix(app, who, body.fixes ?? []) : null
  const arrivedAt = await nowMs(app.db.request)
  const endedAt = tripEnd(booking.startTime, body.pressedAt, arrivedAt)
  // A repetition is refused: it needs no place, and no route, which may cost money.
  if (!isStarted) return { endedAt, at: null, routeKm: null }
  const { freshSeconds } = app.config.limits.tracking
  const at =
    arrivedAt - endedAt > freshSeconds * 1000
      ? placeAt(await listTripPoints(app.db.request, booking.id), endedAt, { freshSeconds })
      : current
  return { endedAt, at, routeKm: await kmToEnd(app, booking, at) }
}

/**
 * Ends the trip at the drop. The command carries the fixes not sent yet, which are stored first. Matching runs before
 * the transaction, which checks under the lock that no point of the trip was added since, and otherwise starts again.
 * Points after its end start no new round [design/moves-21].
 */
export const reachDrop: UseCase<BookingDeps, typeof bookingsApi.reach> = async (app, call) => {
  const { id } = call.params
  const booking = await findBooking(app.db.request, id)
  if (booking === null) throw new AppError(404, 'not_found')
  const { endedAt, at, routeKm } = await endOf(app, call, booking)
  const settings = await app.settings.current()
  const { timezone, holdQuoteWithin: holdWithin } = settings
  const proof = proofOf(app, call.body, settings)
  const { appCategory: appcat, simulatedSpeed: speed } = app.config
  const clock = wallClock(endedAt, timezone)
  let lastAt = Infinity
  const listPoints = async (db: Kysely<Tables>) => (await listTripPoints(db, id)).filter((point) => point.at <= lastAt)

  for (let round = 1; round <= maxRounds; round++) {
    const track = fareTrack(await listPoints(app.db.request), { startTime: booking.startTime, endTime: endedAt })
    // The phone keeps sending. A later point that is dated after the end is not part of the trip.
    lastAt = Math.min(lastAt, Math.max(endedAt, track.at(-1)?.at ?? 0))
    // The move is refused unless the trip is STARTED, and matching may cost money.
    const matched = booking.status === 'STARTED' ? await matchTrip(app, track, speed) : null
    await app.failpoint.at('reach.matched')
    try {
      return await runMove(app, call, {
        name: 'reach',
        decide: async (locked, now, tx) => {
          const points = await listPoints(tx)
          if (!sameTrack(track, fareTrack(points, { startTime: locked.startTime, endTime: endedAt })))
            throw new PointAdded()
          const matchedKm = matched?.km ?? null
          // Only a wallet ride can need more than it holds [design/money-16]; a debt is read again [design/money-70].
          const { rider: balance, owed } =
            locked.payment_mode === 'wallet' || locked.debtDue > 0
              ? await lockParties(tx, locked)
              : { rider: 0, owed: 0 }
          return reach(
            locked,
            actorOf(call.who),
            { points, matchedKm, at, routeKm, endedAt, clock, appcat, speed, holdWithin, balance, owed, proof },
            now,
          )
        },
        afterwards: async (tx, moved) => {
          await attachProof(tx, moved.booking, call.body)
          await logEnd(tx, moved.booking, at)
          await reviewEndedTrip(app, tx, moved.booking, settings)
          await queueTrip(tx, id)
          await recordDrivenTrack(tx, id, { points: track, line: drivenLine(moved.booking, matched) })
        },
      })
    } catch (error) {
      if (!(error instanceof PointAdded)) throw error
    }
  }
  throw new AppError(503, 'busy_try_again')
}
