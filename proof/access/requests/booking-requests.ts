import { randomUUID } from 'node:crypto'
import { drop, pickup, requestOn } from '@remis/server/testing/test-city'
import { sql } from 'kysely'
import type { Caller } from '../callers.ts'
import { onIt, reading, sending, someone, type MakeRequest, type Query } from './request.ts'
import { onePixel } from './application-requests.ts'
import { receiver } from '../stage/stage.ts'
import { endSearch, type World } from '../world.ts'

export const newRates = {
  base_fare: 50,
  rate_per_unit_distance: 20,
  rate_per_hour: 200,
  min_fare: 100,
  convenience_fees: 15,
  convenience_fee_type: 'percentage',
}
export const newCarType = {
  ...newRates,
  image: 'sedan',
  seats: 4,
  cancelSlab: [{ minsDelayed: 2, amount: 40 }],
  parcelTypes: [{ description: 'Box', amount: 5 }],
  options: [{ description: 'Fragile', amount: 5 }],
  active: true,
}

/** A view that the caller has saved. */
const savedViewOf = async ({ actors }: World, { id }: Caller, real: boolean, more: object = {}): Promise<Query> => {
  const view = randomUUID()
  if (real && id !== undefined)
    await sql`insert into saved_views (id, user_id, name, address) values (${view}, ${id}, ${view}, '{}')`.execute(
      actors.city.database.db.request,
    )
  return { body: { id: view, ...more } }
}

/** The driver can accept as an assigned one, whatever the search has offered. */
const assignDirectly = async ({ actors }: World, id: string, driver: string): Promise<void> => {
  await sql`insert into offers (id, booking_id, driver_id, kind, offered_at, expires_at, pickup_distance)
    values (${randomUUID()}, ${id}, ${driver}, 'assign', now(), now() + interval '1 hour', 1)
    on conflict (booking_id, driver_id) do update set kind = 'assign', wave = null, outcome = null, closed_at = null,
      expires_at = excluded.expires_at`.execute(actors.city.database.db.request)
}

/** The bookings of this city are taxi rides. */
const makeDelivery = async ({ actors }: World, id: string): Promise<void> => {
  await sql`update bookings set delivery_code = '4711' where id = ${id}`.execute(actors.city.database.db.request)
}

/** The calls of bookings, car types and quotes. */
export const bookingRequests: Readonly<Record<string, MakeRequest>> = {
  'POST /api/bookings': ({ own }, _actor, target) => ({
    body: {
      ...requestOn({
        id: target?.id ?? '',
        pickup: { ...pickup },
        drop: { ...drop },
        carTypeId: own[0]?.carType ?? '',
      }),
      instructionData: receiver,
    },
  }),
  'GET /api/bookings': () => ({ query: 'limit=100' }),
  'GET /api/bookings/export': () => ({ query: 'format=csv' }),
  'GET /api/bookings/counts': () => ({ query: 'period=today' }),
  'GET /api/saved-views': reading,
  'POST /api/saved-views': sending({ name: 'My view', address: { show: 'NEW' }, columns: null }),
  'POST /api/saved-views/rename': (world, caller, _target, real) =>
    savedViewOf(world, caller, real, { name: `View ${randomUUID()}` }),
  'POST /api/saved-views/remove': (world, caller, _target, real) => savedViewOf(world, caller, real),
  'POST /api/saved-views/columns': sending({ columns: ['status', 'tripdate'] }),
  'GET /api/bookings/:id': reading,
  'POST /api/bookings/:id/accept': onIt,
  'POST /api/bookings/:id/decline': onIt,
  'POST /api/bookings/:id/arrive': onIt,
  'POST /api/bookings/:id/start': (_world, _actor, target) => ({
    id: target?.id ?? '',
    body: { otp: target?.booking?.otp ?? '12345' },
  }),
  'POST /api/bookings/:id/reach': onIt,
  'POST /api/bookings/:id/photos': (_world, _actor, target) => ({
    id: target?.id ?? '',
    query: 'name=deliver_image',
    picture: onePixel,
  }),
  'POST /api/bookings/:id/could-not-deliver': async (world, _actor, target, real) => {
    if (real) await makeDelivery(world, target?.id ?? '')
    return { id: target?.id ?? '', body: { reason: 'absent' } }
  },
  'POST /api/bookings/:id/delivery-code': async (world, _actor, target, real) => {
    if (real) await makeDelivery(world, target?.id ?? '')
    return { id: target?.id ?? '', body: {} }
  },
  'POST /api/bookings/:id/not-paid': onIt,
  'POST /api/bookings/:id/pay': (_world, caller, target) => ({
    id: target?.id ?? '',
    body: {
      payment_mode: caller.role === 'rider' ? 'wallet' : 'cash',
      ...(caller.role === 'admin' ? { cash_taken_by: 'office' } : {}),
    },
  }),
  'POST /api/bookings/:id/pay-by-card': onIt,
  'POST /api/bookings/:id/rating': sending({ rating: 5, feedback: 'All well' }),
  'GET /api/bookings/:id/cancellation': reading,
  'POST /api/bookings/:id/cancel': ({ actors }, _actor, target) => ({
    id: target?.id ?? '',
    body: { reason: actors.city.reason },
  }),
  'POST /api/bookings/:id/search': async (world, _actor, target, real) => {
    if (real) await endSearch(world, target?.id ?? '')
    return { id: target?.id ?? '', body: {} }
  },
  'POST /api/bookings/:id/trip-code': onIt,
  'POST /api/bookings/:id/trip-code/reveal': onIt,
  'POST /api/bookings/:id/abort': sending({ reason: 'The car broke down', fare: null }),
  'POST /api/bookings/:id/write-off': sending({ reason: 'Gone' }),
  'POST /api/bookings/:id/corrections': sending({ direction: 'back', amount: 1, reason: 'Detour', withDriver: true }),
  'GET /api/bookings/:id/assignable-drivers': reading,
  'POST /api/bookings/:id/assign': ({ own }, _actor, target) => ({
    id: target?.id ?? '',
    body: { driver: (target?.booking ?? own[0])?.driver.id },
  }),
  'POST /api/bookings/:id/unassign': async (world, _actor, target, real) => {
    const driver = (target?.booking ?? world.own[0])?.driver.id
    if (real) await assignDirectly(world, target?.id ?? '', driver ?? '')
    return { id: target?.id ?? '', body: { driver } }
  },
  'GET /api/bookings/:id/corrections': reading,
  'GET /api/bookings/:id/own-corrections': reading,
  'GET /api/bookings/:id/review': reading,
  'GET /api/bookings/:id/events': reading,
  'GET /api/bookings/:id/audit': reading,
  'GET /api/bookings/:id/money': reading,
  'POST /api/bookings/:id/review/release': onIt,
  'POST /api/bookings/:id/fare-check': onIt,
  'GET /api/bookings/:id/offers': reading,
  'GET /api/bookings/:id/position': reading,
  'GET /api/bookings/:id/track': reading,

  'GET /api/car-types': reading,
  'GET /api/car-types/all': () => ({ query: 'limit=100' }),
  'GET /api/car-types/export': () => ({ query: 'format=csv' }),
  'POST /api/car-types': () => ({ body: { ...newCarType, name: someone() } }),
  'PATCH /api/car-types/:id': sending({ extra_info: 'Changed' }),
  'DELETE /api/car-types/:id': reading,
  'POST /api/car-types/:id/restoration': async ({ actors }, _caller, target, real) => {
    const id = target?.id ?? ''
    if (real)
      await sql`update car_types set deleted_at = clock_timestamp(), active = false where id = ${id}`.execute(
        actors.city.database.db.request,
      )
    return { id }
  },
  'GET /api/car-types/:id/ending': reading,
  'PUT /api/car-types/order': async ({ actors }) => {
    const { rows } = await sql<{ id: string }>`select id from car_types where deleted_at is null`.execute(
      actors.city.database.db.request,
    )
    return { body: { ids: rows.map(({ id }) => id) } }
  },
  'POST /api/car-types/:id/try': sending(newRates),
  'POST /api/quotes/preview': sending({
    pickup: { lat: pickup.lat, lng: pickup.lng },
    drop: { lat: drop.lat, lng: drop.lng },
  }),
  'POST /api/quotes': ({ actors, own }, caller) => ({
    body: {
      pickup,
      drop,
      carType: own[0]?.carType,
      instructionData: { parcelTypeIndex: 0, optionIndex: 0 },
      promo: 'AGAIN',
      ...(caller.role === 'admin' ? { rider: actors.rider.id } : {}),
    },
  }),
}
