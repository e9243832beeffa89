import type { bookingsApi } from './booking-api.ts'
import type { endingsApi } from './endings-api.ts'
import type { laterApi } from './later/later-api.ts'
import type { correctionsApi } from './final-fare/corrections-api.ts'
import type { tripReviewApi } from './final-fare/trip-review-api.ts'
import type { savedViewsApi } from './list/saved-views-api.ts'
import type { payByCardApi } from './pay-by-card-api.ts'
import type { recordApi } from './record/record-api.ts'
import type { parcelApi } from './delivery/parcel-api.ts'
import type { tripCodesApi } from './trip-codes-api.ts'
import { signedIn, type Calls, type Routes } from '../kit/endpoint.ts'

export const bookingsRoutes = {
  create: { method: 'POST', path: '/api/bookings', roles: ['rider', 'admin'], idempotent: true },
  list: { method: 'GET', path: '/api/bookings', roles: signedIn },
  export: { method: 'GET', path: '/api/bookings/export', roles: signedIn },
  counts: { method: 'GET', path: '/api/bookings/counts', roles: signedIn },
  get: { method: 'GET', path: '/api/bookings/:id', roles: signedIn },
  accept: { method: 'POST', path: '/api/bookings/:id/accept', roles: ['driver'], idempotent: true },
  decline: { method: 'POST', path: '/api/bookings/:id/decline', roles: ['driver'], idempotent: true },
  arrive: { method: 'POST', path: '/api/bookings/:id/arrive', roles: ['driver'], idempotent: true },
  start: { method: 'POST', path: '/api/bookings/:id/start', roles: ['driver'], idempotent: true },
  reach: { method: 'POST', path: '/api/bookings/:id/reach', roles: ['driver'], idempotent: true },
  pay: { method: 'POST', path: '/api/bookings/:id/pay', roles: ['rider', 'driver', 'admin'], idempotent: true },
  notPaid: { method: 'POST', path: '/api/bookings/:id/not-paid', roles: ['driver'], idempotent: true },
  rate: { method: 'POST', path: '/api/bookings/:id/rating', roles: ['rider'], idempotent: true },
  cancel: { method: 'POST', path: '/api/bookings/:id/cancel', roles: ['rider', 'driver', 'admin'], idempotent: true },
  searchAgain: { method: 'POST', path: '/api/bookings/:id/search', roles: ['rider', 'admin'], idempotent: true },
  renewTripCode: {
    method: 'POST',
    path: '/api/bookings/:id/trip-code',
    roles: ['rider', 'admin'],
    idempotent: true,
  },
} as const satisfies Routes
export const bookingsCalls: Calls<typeof bookingsApi> = bookingsRoutes

export const endingsRoutes = {
  cancellation: { method: 'GET', path: '/api/bookings/:id/cancellation', roles: ['rider', 'driver', 'admin'] },
  abort: { method: 'POST', path: '/api/bookings/:id/abort', roles: ['admin'], idempotent: true },
  writeOff: { method: 'POST', path: '/api/bookings/:id/write-off', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const endingsCalls: Calls<typeof endingsApi> = endingsRoutes

/** The calendar of bookings for later. */
export const laterRoutes = {
  list: { method: 'GET', path: '/api/bookings/later', roles: ['fleetadmin', 'admin'] },
} as const satisfies Routes
export const laterCalls: Calls<typeof laterApi> = laterRoutes

export const correctionsRoutes = {
  correct: { method: 'POST', path: '/api/bookings/:id/corrections', roles: ['admin'], idempotent: true },
  list: { method: 'GET', path: '/api/bookings/:id/corrections', roles: ['admin'] },
  listOwn: { method: 'GET', path: '/api/bookings/:id/own-corrections', roles: ['rider', 'driver'] },
} as const satisfies Routes
export const correctionsCalls: Calls<typeof correctionsApi> = correctionsRoutes

export const tripReviewRoutes = {
  read: { method: 'GET', path: '/api/bookings/:id/review', roles: ['admin'] },
  release: { method: 'POST', path: '/api/bookings/:id/review/release', roles: ['admin'] },
  checkFare: { method: 'POST', path: '/api/bookings/:id/fare-check', roles: ['admin'] },
} as const satisfies Routes
export const tripReviewCalls: Calls<typeof tripReviewApi> = tripReviewRoutes

export const recordRoutes = {
  events: { method: 'GET', path: '/api/bookings/:id/events', roles: ['fleetadmin', 'admin'] },
  audit: { method: 'GET', path: '/api/bookings/:id/audit', roles: ['admin'] },
} as const satisfies Routes
export const recordCalls: Calls<typeof recordApi> = recordRoutes

export const parcelRoutes = {
  couldNotDeliver: {
    method: 'POST',
    path: '/api/bookings/:id/could-not-deliver',
    roles: ['driver'],
    idempotent: true,
  },
  renewCode: {
    method: 'POST',
    path: '/api/bookings/:id/delivery-code',
    roles: ['rider', 'admin'],
    idempotent: true,
  },
} as const satisfies Routes
export const parcelCalls: Calls<typeof parcelApi> = parcelRoutes

export const payByCardRoutes = {
  choose: { method: 'POST', path: '/api/bookings/:id/pay-by-card', roles: ['rider'], idempotent: true },
} as const satisfies Routes
export const payByCardCalls: Calls<typeof payByCardApi> = payByCardRoutes

export const tripCodesRoutes = {
  reveal: { method: 'POST', path: '/api/bookings/:id/trip-code/reveal', roles: ['admin'] },
} as const satisfies Routes
export const tripCodesCalls: Calls<typeof tripCodesApi> = tripCodesRoutes

export const savedViewsRoutes = {
  list: { method: 'GET', path: '/api/saved-views', roles: signedIn },
  save: { method: 'POST', path: '/api/saved-views', roles: ['fleetadmin', 'admin'] },
  rename: { method: 'POST', path: '/api/saved-views/rename', roles: ['fleetadmin', 'admin'] },
  remove: { method: 'POST', path: '/api/saved-views/remove', roles: ['fleetadmin', 'admin'] },
  keepColumns: { method: 'POST', path: '/api/saved-views/columns', roles: signedIn },
} as const satisfies Routes
export const savedViewsCalls: Calls<typeof savedViewsApi> = savedViewsRoutes

export const bookingSorts = ['bookingDate', 'tripdate', 'status', 'carType', 'customer_name', 'trip_cost'] as const
