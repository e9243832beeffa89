import type { Booking } from '@remis/domain/booking/booking'
import { variants } from '@remis/domain/booking/variant'
import { AppError } from '@remis/domain/messages/app-error'
import {
  isOnTrip,
  mostPresses,
  positionOf,
  pressTime,
  takesAlert,
  type AlertRole,
} from '@remis/domain/safety/safety-alert'
import type { OwnAlert, safetyApi } from '@remis/domain/safety/safety-api'
import { findBooking } from '../booking/booking-rows.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Person, UseCase } from '../platform/http/use-case.ts'
import { addAlertEvent, findOwnAlert, type AlertRecord } from './alert-store.ts'
import { carPosition } from './car-position.ts'
import { findOpenQuestion, lockQuestion, setAnswer } from './question-store.ts'
import { raiseAlert } from './raise-alert.ts'
import type { SafetyDeps } from './safety-deps.ts'
import { reportWaiting } from '../platform/live/office-waiting.ts'

const viewOwnAlert = ({ id, created_at, taken_at }: AlertRecord): OwnAlert => ({
  id,
  sentAt: created_at,
  takenAt: taken_at,
})

const ownAlertOf = (alert: AlertRecord | undefined): OwnAlert | null =>
  alert === undefined ? null : viewOwnAlert(alert)

const bookingOf = async (app: SafetyDeps, id: string): Promise<Booking> => {
  const booking = await findBooking(app.db.request, id)
  if (booking === null) throw new AppError(404, 'not_found')
  return booking
}

const roleOf = (booking: Booking, who: Pick<Person, 'id'>): AlertRole =>
  booking.customer === who.id ? 'rider' : 'driver'

/** What the person on the trip sees; the emergency number is for people on a trip alone [design/safety-1]. */
export const readOwnSafety: UseCase<SafetyDeps, typeof safetyApi.read> = async (app, { params, who }) => {
  const booking = await bookingOf(app, params.id)
  const [{ panic }, alert, question] = await Promise.all([
    app.settings.current(),
    findOwnAlert(app.db.request, params.id, who.id),
    findOpenQuestion(app.db.request, params.id, who.id),
  ])
  const onTrip = variants[app.config.appCategory].hasPanic && isOnTrip(booking)
  return {
    panic: onTrip ? panic : '',
    onTrip,
    alert: ownAlertOf(alert),
    question:
      onTrip && question !== undefined ? { id: question.id, hint: question.hint, askedAt: question.asked_at } : null,
  }
}

/** What a press needs to know: the trip, the car's position and the person's open alert. */
const readPress = async (app: SafetyDeps, id: string, who: Pick<Person, 'id'>) => {
  const booking = await bookingOf(app, id)
  const now = await nowMs(app.db.request)
  const car = await carPosition(app, app.db.request, booking)
  const open = await findOwnAlert(app.db.request, id, who.id)
  return { booking, now, car, open }
}

const notOnTrip = () => new AppError(409, 'alert_not_on_trip')

/**
 * Raises an alert [design/safety-2]. The position of the call is a claim; the last believed position of the driver is
 * stored beside it [design/safety-4].
 */
export const pressPanic: UseCase<SafetyDeps, typeof safetyApi.panic> = async (app, call) => {
  const { params, body, who } = call
  const { booking, now, car, open } = await readPress(app, params.id, who)
  if (!variants[app.config.appCategory].hasPanic || !takesAlert(booking, body.pressedAt, now)) throw notOnTrip()
  // Bounds what one person can write; the office has the alert already.
  if (open !== undefined && open.presses >= mostPresses) return { alert: viewOwnAlert(open) }
  const pressedAt = pressTime(booking, body.pressedAt, now)
  const position = positionOf(body.position, pressedAt, now)
  const role = roleOf(booking, who)
  return call.commit(async (tx) => ({
    alert: viewOwnAlert(
      await raiseAlert(app, tx, {
        bookingId: booking.id,
        user: who.id,
        role,
        kind: 'panic',
        hint: null,
        pressedAt,
        position,
        car,
      }),
    ),
  }))
}

/** The rider's answer; it counts after the time to answer too [design/safety-21]. */
export const answerQuestion: UseCase<SafetyDeps, typeof safetyApi.answer> = async (app, call) => {
  const { params, body, who } = call
  const { booking, now, car, open } = await readPress(app, params.id, who)
  if (!body.fine && open !== undefined && open.presses >= mostPresses) return { alert: viewOwnAlert(open) }
  const pressedAt = pressTime(booking, body.pressedAt ?? now, now)
  return call.commit(async (tx) => {
    const question = await lockQuestion(tx, body.question)
    if (question === undefined || question.booking_id !== params.id || question.user_id !== who.id)
      throw new AppError(404, 'not_found')
    if (!body.fine) {
      if (!takesAlert(booking, question.asked_at, now)) throw notOnTrip()
      await setAnswer(tx, question.id, 'help')
      const alert = await raiseAlert(app, tx, {
        bookingId: booking.id,
        user: who.id,
        role: 'rider',
        kind: 'help',
        hint: question.hint,
        pressedAt,
        position: positionOf(body.position, pressedAt, now),
        car,
      })
      return { alert: viewOwnAlert(alert) }
    }
    const alert = await findOwnAlert(tx, params.id, who.id)
    if (question.answer === null || question.answer === 'none') await setAnswer(tx, question.id, 'fine')
    if (question.answer === 'none' && alert !== undefined) {
      // the office closes it
      await addAlertEvent(tx, alert.id, 'fine', { by: who.id })
      await reportWaiting(tx, 'safety')
    }
    return { alert: ownAlertOf(alert) }
  })
}
