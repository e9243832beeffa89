import { allBookingsOf } from '../../../booking/read/list-bookings.ts'
import type { PrivacyDeps } from '../../privacy-deps.ts'
import { everyone, one, rides, rowsAtOnce, type Owner, type Part } from './part.ts'

/** By the view of rider or driver, those of a former role too [design/privacy-38]. */
export const bookings: Part = {
  name: 'bookings',
  columns: {
    id: 'text',
    tripdate: 'time',
    pickup: 'text',
    drop: 'text',
    status: 'status',
    customer_name: 'text',
    driver_name: 'text',
    trip_cost: 'money',
  },
  appliesTo: (owner) => rides(owner) || owner.held.bookings,
  async *pages(app, { id }) {
    for (const role of ['rider', 'driver'] as const) yield* allBookingsOf(app, { id, role }, rowsAtOnce)
  },
}

const listPlaces = async ({ db }: PrivacyDeps, { id }: Owner) =>
  (await db.lists.selectFrom('saved_addresses').selectAll().where('user_id', '=', id).execute()).map((row) => ({
    description: row.description,
    name: row.name,
    place: row.place,
    lat: row.lat,
    lng: row.lng,
    count: row.count,
    at: row.used_at,
  }))

export const places: Part = {
  name: 'places',
  columns: { description: 'text', at: 'time' },
  appliesTo: everyone,
  pages: (app, owner) => one(listPlaces(app, owner)),
}

/** Comments belong to their writer: the rated person sees the stars [design/access-5]. */
const listRatings = async ({ db }: PrivacyDeps, { id }: Owner, side: 'from_user' | 'to_user') =>
  (await db.lists.selectFrom('ratings').selectAll().where(side, '=', id).orderBy('at').execute()).map((row) => ({
    at: row.at,
    bookingId: row.booking_id,
    rate: row.rate,
    ...(side === 'from_user' ? { tags: row.tags, comment: row.comment } : {}),
  }))

export const ratingsGiven: Part = {
  name: 'ratings_given',
  columns: { at: 'time', bookingId: 'text', rate: 'text', comment: 'text' },
  appliesTo: everyone,
  pages: (app, owner) => one(listRatings(app, owner, 'from_user')),
}

export const ratingsReceived: Part = {
  name: 'ratings_received',
  columns: { at: 'time', bookingId: 'text', rate: 'text' },
  appliesTo: everyone,
  pages: (app, owner) => one(listRatings(app, owner, 'to_user')),
}

const listAlerts = async ({ db }: PrivacyDeps, { id }: Owner) =>
  (
    await db.lists
      .selectFrom('safety_alerts')
      .selectAll()
      .where('user_id', '=', id)
      .where('kind', '<>', 'unanswered')
      .orderBy('created_at')
      .execute()
  ).map((row) => ({
    at: row.pressed_at,
    receivedAt: row.created_at,
    bookingId: row.booking_id,
    lat: row.lat,
    lng: row.lng,
    accuracy: row.accuracy,
    endedAt: row.closed_at,
  }))

export const safety: Part = {
  name: 'safety',
  columns: { at: 'time', bookingId: 'text', endedAt: 'time' },
  appliesTo: (owner) => rides(owner) || owner.held.alerts,
  pages: (app, owner) => one(listAlerts(app, owner)),
}
