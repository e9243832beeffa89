import { variants } from '@remis/domain/booking/variant'
// oxlint-disable-next-line import/default -- Node loads the UMD build, which has only a default export.
import codec from '@googlemaps/polyline-codec'
import { unusualLimits, watchTrip, type Hint, type TripWatch, type WatchedWay } from '@remis/domain/safety/unusual-trip'
import { findBooking } from '../booking/booking-rows.ts'
import { carPosition } from './car-position.ts'
import {
  insertQuestion,
  listDueQuestions,
  listStartedTrips,
  listWays,
  lockQuestion,
  setAnswer,
} from './question-store.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import { eachDue } from '../platform/jobs/each-due.ts'
import { upSince } from '../platform/jobs/up-since.ts'
import { raiseAlert } from './raise-alert.ts'
import type { SafetyDeps } from './safety-deps.ts'

/** Rows per statement. */
const perStatement = 200
/** Questions that are read at a time. */
const perPage = 100
/** A longer pause between two sweeps is an outage, in which no position and no answer could arrive; ms. */
const heldUpMs = 2 * 60_000

interface Watched {
  readonly way: WatchedWay
  watch: TripWatch | null
  /** not asked again before, ms */
  quietUntil: number
}

const isOn = async ({ settings, config }: SafetyDeps): Promise<boolean> =>
  variants[config.appCategory].hasPanic && (await settings.current()).askOnUnusualTrip

/** Reads the ways of trips that are new to the watch, once each. */
const addWays = async (app: SafetyDeps, watched: Map<string, Watched>, ids: readonly string[]): Promise<void> => {
  for (let from = 0; from < ids.length; from += perStatement)
    for (const row of await listWays(app.db.jobs, ids.slice(from, from + perStatement)))
      watched.set(row.id, {
        way: {
          pickup: { lat: row.pickup_lat, lng: row.pickup_lng },
          drop: { lat: row.drop_lat, lng: row.drop_lng },
          route: codec.decode(row.coords, 5).map(([lat, lng]) => ({ lat, lng })),
        },
        watch: null,
        quietUntil: 0,
      })
}

const askRider = (app: SafetyDeps, bookingId: string, hint: Hint): Promise<boolean> =>
  app.db.transact(async (tx) => {
    const question = await insertQuestion(tx, bookingId, hint)
    if (question === undefined) return false
    await app.notify(tx, [
      { user: question.user_id, message: 'notice_safety_question', params: {}, screen: 'BookedCab', bookingId },
    ])
    return true
  })

/**
 * Sweep: looks at the trips under way, with the positions that are in memory, and asks the rider of one that looks
 * unusual [design/safety-20]. The state is in memory: after a restart, an outage of the database or a sleep of the
 * machine the times start at zero [design/safety-23].
 */
export const makeTripWatch = (app: SafetyDeps, list = listStartedTrips): (() => Promise<void>) => {
  const watched = new Map<string, Watched>()
  const since = upSince(heldUpMs)
  let began = 0
  return async () => {
    if (!(await isOn(app))) return watched.clear()
    const { now, trips } = await list(app.db.jobs)
    // Not `since(now) === now`: two sweeps may fall into one millisecond.
    if (since(now) !== began) watched.clear()
    began = since(now)
    const going = new Set(trips.map(({ id }) => id))
    for (const id of watched.keys()) if (!going.has(id)) watched.delete(id)
    await addWays(
      app,
      watched,
      [...going].filter((id) => !watched.has(id)),
    )
    for (const { id, driver } of trips) {
      const one = watched.get(id)
      if (one === undefined) continue
      const { watch, hint } = watchTrip(one.watch, app.lastPositions.get(driver) ?? null, one.way, now)
      one.watch = watch
      if (hint === null || now < one.quietUntil) continue
      try {
        const asked = await askRider(app, id, hint)
        // not asked while an alert is open: soon again, it may be closed as a false alarm
        one.quietUntil = now + (asked ? unusualLimits.againMinutes : 1) * 60_000
      } catch (error) {
        app.log.warn({ err: error, bookingId: id }, 'could not ask the rider of an unusual trip')
      }
    }
  }
}

const escalate = (app: SafetyDeps, id: string): Promise<void> =>
  app.db.transact(async (tx) => {
    const question = await lockQuestion(tx, id)
    if (question === undefined || question.answer !== null) return
    const booking = await findBooking(tx, question.booking_id)
    if (booking?.status !== 'STARTED') return setAnswer(tx, id, 'over')
    await setAnswer(tx, id, 'none')
    await app.failpoint.at('escalate.answered')
    await raiseAlert(app, tx, {
      bookingId: booking.id,
      user: question.user_id,
      role: 'rider',
      kind: 'unanswered',
      hint: question.hint,
      pressedAt: question.asked_at,
      position: null,
      car: await carPosition(app, tx, booking),
    })
    await app.failpoint.at('escalate.before_commit')
  })

/** A question that is not answered in time becomes an alert of lower priority, while the trip goes on. */
export const escalateQuestions = (app: SafetyDeps): Promise<void> =>
  eachDue(
    perPage,
    (limit, except) => listDueQuestions(app.db.jobs, limit, except),
    ({ id }) =>
      escalate(app, id).catch((error: unknown) =>
        app.log.warn({ err: error, question: id }, 'could not hand an unanswered question to the office'),
      ),
  )

/**
 * Sweep: escalates questions [design/safety-22]. After a start or an outage it waits for answers that phones could not
 * send before [design/safety-23].
 */
export const makeEscalation = (app: SafetyDeps, clock: typeof nowMs = nowMs): (() => Promise<void>) => {
  const { answersFirstMs } = app.config.limits.safety
  const since = upSince(answersFirstMs)
  return async () => {
    const now = await clock(app.db.jobs)
    if (now - since(now) >= answersFirstMs) await escalateQuestions(app)
  }
}
