import { contactsOf } from '@remis/domain/booking/view-contacts'
import { kmBetween } from '@remis/domain/kit/distance'
import { AppError } from '@remis/domain/messages/app-error'
import type { AlertEvent, AlertOutcome, AlertState } from '@remis/domain/safety/safety-alert'
import type { AlertRow, AlertView, safetyDeskApi } from '@remis/domain/safety/safety-api'
import type { Kysely } from 'kysely'
import { isDemo } from '../backoffice/settings/settings-cache.ts'
import { findBooking } from '../booking/booking-rows.ts'
import { addAudit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Tables } from '../platform/database/schema.ts'
import { readViews } from '../platform/http/export-list.ts'
import type { Call, Person, UseCase } from '../platform/http/use-case.ts'
import { reportWaiting } from '../platform/live/office-waiting.ts'
import {
  addAlertEvent,
  alertList,
  alertRows,
  clock,
  countOpenAlerts,
  findAlert,
  listAlertEvents,
  listUrgentAlerts,
  lockAlert,
  updateAlert,
  type AlertChange,
  type AlertListRow,
  type AlertRecord,
} from './alert-store.ts'
import { carPosition } from './car-position.ts'
import type { SafetyDeps } from './safety-deps.ts'

/** Rows of the bar: more than an office can read at a time. */
const mostUrgent = 20

const stateOf = ({ taken_at, closed_at }: Pick<AlertRecord, 'taken_at' | 'closed_at'>): AlertState =>
  closed_at !== null ? 'closed' : taken_at !== null ? 'taken' : 'open'

const viewRow = (row: AlertListRow): AlertRow => ({
  id: row.id,
  kind: row.kind,
  hint: row.hint,
  state: stateOf(row),
  bookingId: row.booking_id,
  role: row.role,
  name: row.name ?? '',
  pressedAt: row.pressed_at,
  sentAt: row.created_at,
  takenBy: row.taken_by_name,
  takenAt: row.taken_at,
  closedBy: row.closed_by_name,
  closedAt: row.closed_at,
  outcome: row.outcome,
})

/** A position of the row; null where a part of it is missing. */
const positionAt = (lat: number | null, lng: number | null, accuracy: number | null, at: number | null) =>
  lat === null || lng === null || at === null ? null : { lat, lng, accuracy, at }

const viewAlert = async (app: SafetyDeps, db: Kysely<Tables>, id: string, who: Person): Promise<AlertView> => {
  const row = await findAlert(db, id)
  const booking = row === undefined ? null : await findBooking(db, row.booking_id)
  if (row === undefined || booking === null) throw new AppError(404, 'not_found')
  const events = await listAlertEvents(db, id)
  const now = await nowMs(db)
  // in demo mode the numbers are hidden
  const demo = await isDemo(app)
  const { customer_contact, driver_contact } = contactsOf(booking, who, { now, demo })
  const claimed = positionAt(row.lat, row.lng, row.accuracy, row.located_at)
  const confirmed = positionAt(row.car_lat, row.car_lng, row.car_accuracy, row.car_at)
  return {
    ...viewRow(row),
    status: booking.status,
    pickup: booking.pickup.add,
    drop: booking.drop.add,
    carImage: booking.carImage,
    rider: { id: booking.customer, name: booking.customer_name, mobile: customer_contact },
    driver:
      booking.driver === null ? null : { id: booking.driver, name: booking.driver_name ?? '', mobile: driver_contact },
    car: {
      name: [booking.vehicleMake, booking.vehicleModel].filter(Boolean).join(' ') || booking.carType,
      plate: booking.vehicle_number,
    },
    claimed,
    confirmed,
    now: await carPosition(app, db, booking),
    apartKm: claimed === null || confirmed === null ? null : kmBetween(claimed, confirmed),
    events,
  }
}

export const listAlerts: UseCase<SafetyDeps, typeof safetyDeskApi.list> = async (app, { query }) =>
  readViews(app, query, { list: alertList, base: alertRows(app.db.lists), view: (rows) => rows.map(viewRow) })

export const listUrgent: UseCase<SafetyDeps, typeof safetyDeskApi.urgent> = async ({ db }) => ({
  rows: (await listUrgentAlerts(db.request, mostUrgent)).map(viewRow),
})

/** Alerts that no admin has acknowledged, counted up to `most`. */
export const countAlerts = ({ db }: Pick<SafetyDeps, 'db'>, most: number): Promise<number> =>
  countOpenAlerts(db.request, most)

export const getAlert: UseCase<SafetyDeps, typeof safetyDeskApi.get> = async (app, { params, who }) => ({
  alert: await viewAlert(app, app.db.request, params.id, who),
})

interface Step {
  readonly what: Extract<AlertEvent, 'taken' | 'note' | 'closed'>
  readonly outcome?: AlertOutcome
  readonly text?: string | null
  readonly change?: AlertChange
  /** throws when the step is not allowed; false: nothing to do */
  readonly check: (tx: Tx, alert: AlertRecord) => Promise<boolean>
}

const actions = { taken: 'alert.take', note: 'alert.note', closed: 'alert.close' } as const

/**
 * One step of the office on an alert: under its lock, with its line in the timeline and its audit row
 * [design/safety-12].
 */
const stepOn = (
  app: SafetyDeps,
  call: Pick<Call<typeof safetyDeskApi.take>, 'params' | 'who' | 'address' | 'commit'>,
  { what, outcome, text = null, change, check }: Step,
) =>
  call.commit(async (tx) => {
    const { params, who, address } = call
    const alert = await lockAlert(tx, params.id)
    if (alert === undefined) throw new AppError(404, 'not_found')
    if (await check(tx, alert)) {
      if (change !== undefined) await updateAlert(tx, alert.id, change)
      await addAlertEvent(tx, alert.id, what, { by: who.id, text })
      await addAudit(tx, {
        actor: who,
        address,
        action: actions[what],
        subject: `booking:${alert.booking_id}`,
        // no text: the audit log is kept for good
        data: { alert: alert.id, ...(outcome === undefined ? {} : { outcome }) },
      })
      await reportWaiting(tx, 'safety')
      if (what === 'taken') await notifyPerson(app, tx, alert)
    }
    return { alert: await viewAlert(app, tx, alert.id, who) }
  })

/** Notifies the person who raised the alert that the office has acknowledged it. */
const notifyPerson = async (
  app: SafetyDeps,
  tx: Tx,
  { kind, role, user_id, booking_id }: AlertRecord,
): Promise<void> => {
  if (kind === 'unanswered') return
  await app.notify(tx, [
    {
      user: user_id,
      message: 'notice_alert_taken',
      params: {},
      screen: role === 'driver' ? 'DriverTrips' : 'BookedCab',
      bookingId: booking_id,
    },
  ])
}

const closedAlready = () => new AppError(409, 'alert_closed')

/** Of two admins at once, the second gets the name of the first [design/safety-11]. */
export const takeAlert: UseCase<SafetyDeps, typeof safetyDeskApi.take> = (app, call) =>
  stepOn(app, call, {
    what: 'taken',
    change: { taken_by: call.who.id, taken_at: clock },
    check: async (tx, alert) => {
      if (alert.closed_at !== null) throw closedAlready()
      if (alert.taken_by === call.who.id) return false
      if (alert.taken_by !== null) {
        const first = await findAlert(tx, alert.id)
        throw new AppError(409, 'alert_taken', { extra: { by: first?.taken_by_name ?? '' } })
      }
      return true
    },
  })

/** Closed alerts take notes too, for what becomes known later. */
export const addAlertNote: UseCase<SafetyDeps, typeof safetyDeskApi.note> = (app, call) => {
  const text = call.body.text.trim()
  if (text === '') throw new AppError(400, 'invalid_input', { fields: { text: 'empty' } })
  return stepOn(app, call, { what: 'note', text, check: () => Promise.resolve(true) })
}

/** Only an acknowledged alert can be closed, so that none is closed unseen. */
export const closeAlert: UseCase<SafetyDeps, typeof safetyDeskApi.close> = (app, call) => {
  const { outcome, text } = call.body
  return stepOn(app, call, {
    what: 'closed',
    text: text?.trim() || null,
    outcome,
    change: { closed_by: call.who.id, closed_at: clock, outcome },
    check: (_tx, alert) => {
      if (alert.closed_at !== null) throw closedAlready()
      if (alert.taken_at === null) throw new AppError(409, 'alert_not_taken')
      return Promise.resolve(true)
    },
  })
}
