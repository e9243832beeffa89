import { z } from 'zod'
import { statuses } from '../booking/statuses.ts'
import { endpoint } from '../kit/endpoint.ts'
import { listQuery, page } from '../kit/list.ts'
import { bookingId, freeText, timeMs, uuid } from '../kit/schema.ts'
import { alertEvents, alertKinds, alertOutcomes, alertRoles, alertStates } from './safety-alert.ts'
import { alertSorts, mostNote, safetyDeskRoutes, safetyRoutes } from './safety-routes.ts'
import { hints } from './unusual-trip.ts'

/** A position that a phone claims, shown beside the confirmed position of the car [design/safety-4]. */
const claimed = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  /** metres */
  accuracy: z.number().min(0).max(100_000).nullable(),
  at: timeMs,
})

/** The caller's open alert. */
const ownAlert = z.object({
  id: z.string(),
  /** when the office got it, ms */
  sentAt: z.number(),
  /** when an admin acknowledged it; null: not yet */
  takenAt: z.number().nullable(),
})
export type OwnAlert = z.output<typeof ownAlert>

const ownSafety = z.object({
  /** the operator's emergency number; empty: none is set */
  panic: z.string(),
  /** the trip is one on which the panic button is shown */
  onTrip: z.boolean(),
  alert: ownAlert.nullable(),
  /** the open question whether everything is all right; for riders */
  question: z.object({ id: z.string(), hint: z.enum(hints), askedAt: z.number() }).nullable(),
})
export type OwnSafety = z.output<typeof ownSafety>

/** A line of the desk. */
const alertRow = z.object({
  id: z.string(),
  kind: z.enum(alertKinds),
  /** the reason for the safety question; null: the alert did not start with a question */
  hint: z.enum(hints).nullable(),
  state: z.enum(alertStates),
  bookingId: z.string(),
  role: z.enum(alertRoles),
  /** the person who raised it */
  name: z.string(),
  pressedAt: z.number(),
  sentAt: z.number(),
  /** the admin who acknowledged it */
  takenBy: z.string().nullable(),
  takenAt: z.number().nullable(),
  closedBy: z.string().nullable(),
  closedAt: z.number().nullable(),
  outcome: z.enum(alertOutcomes).nullable(),
})
export type AlertRow = z.output<typeof alertRow>

const seen = z.object({ lat: z.number(), lng: z.number(), accuracy: z.number().nullable(), at: z.number() })
const person = z.object({ id: z.string(), name: z.string(), mobile: z.string().nullable() })

/** An alert with all that the office needs to act. */
const alertView = alertRow.extend({
  /** of the booking now */
  status: z.enum(statuses),
  pickup: z.string(),
  drop: z.string(),
  /** the picture of the booking's car type, by which the map draws the vehicle */
  carImage: z.string(),
  rider: person,
  driver: person.nullable(),
  car: z.object({ name: z.string(), plate: z.string().nullable() }),
  /** the position claimed by the phone; null: none */
  claimed: seen.nullable(),
  /** the last believed position of the driver when the alert came */
  confirmed: seen.nullable(),
  /** the same now, while the trip goes on */
  now: seen.nullable(),
  /** between the claimed and the confirmed position, km */
  apartKm: z.number().nullable(),
  events: z.array(
    z.object({
      id: z.string(),
      what: z.enum(alertEvents),
      at: z.number(),
      /** the admin, or the person who raised it; null: the server */
      by: z.string().nullable(),
      text: z.string().nullable(),
    }),
  ),
})
export type AlertView = z.output<typeof alertView>

const onBooking = z.strictObject({ id: bookingId })
const parties = { object: 'booking', allow: ['customer', 'driver'] } as const

export const safetyApi = {
  read: endpoint(safetyRoutes.read, {
    summary: "The emergency number, the caller's open alert and the open question of a trip",
    relation: parties,
    rate: 'read',
    params: onBooking,
    reply: ownSafety,
  }),
  panic: endpoint(safetyRoutes.panic, {
    summary: 'Raises an alert for the office, or adds a press and a newer position to the one that is open',
    relation: parties,
    // No rate limit: it could stop an alert. The rows it writes are bounded instead.
    rate: 'none',
    params: onBooking,
    body: z.strictObject({ pressedAt: timeMs, position: claimed.nullable() }),
    reply: z.object({ alert: ownAlert }),
  }),
  answer: endpoint(safetyRoutes.answer, {
    summary: 'Answers whether everything is all right; asking for help raises an alert',
    relation: { object: 'booking', allow: ['customer'] },
    rate: 'none',
    params: onBooking,
    // `pressedAt`: when help was asked for; absent: now
    body: z.strictObject({
      question: uuid,
      fine: z.boolean(),
      pressedAt: timeMs.optional(),
      position: claimed.nullable(),
    }),
    reply: z.object({ alert: ownAlert.nullable() }),
  }),
}

const params = z.strictObject({ id: uuid })
const oneAlert = z.object({ alert: alertView })

export const safetyDeskApi = {
  list: endpoint(safetyDeskRoutes.list, {
    summary: 'The alerts of riders and drivers, the most urgent first',
    relation: 'none',
    rate: 'read',
    query: listQuery(alertSorts, { state: z.enum(alertStates).optional(), kind: z.enum(alertKinds).optional() }),
    reply: page(alertRow),
  }),
  urgent: endpoint(safetyDeskRoutes.urgent, {
    summary: 'The red alerts that no admin has acknowledged, the oldest first',
    relation: 'none',
    rate: 'read',
    reply: z.object({ rows: z.array(alertRow) }),
  }),
  get: endpoint(safetyDeskRoutes.get, {
    summary: 'An alert with its people, positions and timeline',
    relation: 'admins',
    rate: 'read',
    params,
    reply: oneAlert,
  }),
  take: endpoint(safetyDeskRoutes.take, {
    summary: 'Acknowledges an alert: the caller takes care of it; 409 `alert_taken` names who was faster; audited',
    relation: 'admins',
    rate: 'write',
    params,
    reply: oneAlert,
  }),
  note: endpoint(safetyDeskRoutes.note, {
    summary: 'Adds a note to an alert; audited without its text',
    relation: 'admins',
    rate: 'write',
    params,
    body: z.strictObject({ text: freeText(mostNote) }),
    reply: oneAlert,
  }),
  close: endpoint(safetyDeskRoutes.close, {
    summary: 'Closes an acknowledged alert with its outcome; audited',
    relation: 'admins',
    rate: 'write',
    params,
    body: z.strictObject({ outcome: z.enum(alertOutcomes), text: freeText(mostNote).optional() }),
    reply: oneAlert,
  }),
}
