import { defaultSettings } from '../backoffice/settings.ts'
import type { DriverFacts } from '../dispatch/driver.ts'
import { fareOf } from '../fare/fare.ts'
import type { Tariff } from '../fare/tariff.ts'
import type { Booking } from './booking.ts'
import type { Viewer } from './booking-status.ts'
import { isRefusal, type Actor, type Change, type Outcome, type Refusal } from './move.ts'
import { accept } from './moves/accept.ts'
import { arrive } from './moves/arrive.ts'
import { newBooking, type NewBookingFacts } from './moves/create.ts'
import { reach } from './moves/reach.ts'
import { start } from './moves/start.ts'
import { viewBooking, type ViewContext } from './view-booking.ts'
import { refundToCard } from '../payments/payment-postings.ts'
import type { Posting } from '../wallet/ledger-entry.ts'
import type { Presence } from '../tracking/pickup-presence.ts'

/** Examples for tests: one rider, one driver, one tariff, and bookings moved by the real rules. */
export const t0 = 1_800_000_000_000
export const minute = 60_000
export const rider: Actor = { kind: 'rider', id: 'rider-one' }
export const driver: Actor = { kind: 'driver', id: 'driver-one' }
export const admin: Actor = { kind: 'admin', id: 'admin-one' }
export const system: Actor = { kind: 'system', id: null }

export const exampleTariff: Tariff = {
  rate_per_unit_distance: 30,
  rate_per_hour: 240,
  base_fare: 50,
  min_fare: 100,
  convenience_fees: 15,
  convenience_fee_type: 'percentage',
  cancelSlab: [
    { minsDelayed: 0, amount: 20 },
    { minsDelayed: 5, amount: 60 },
  ],
  unit: 'km',
  decimal: 0,
  exponent: 2,
  currency: 'UYU',
}

export const exampleDriver: DriverFacts = {
  id: 'driver-one',
  name: 'Driver One',
  contact: '+59899000001',
  image: null,
  rating: 4.8,
  vehicleNumber: 'STU 1234',
  vehicleMake: 'Test',
  vehicleModel: 'Car',
  carTypeId: 'economy',
  fleetadmin: 'fleet-one',
  approved: true,
  active: true,
  busy: false,
  walletBalance: 0,
  position: { lat: -34.9, lng: -56.16, at: t0 },
}

/** 5 km in 10 minutes: cost 50 + 150 + 40 = 240, fee 36, G = 276.00 */
export const exampleFacts: NewBookingFacts = {
  id: 'ABCDEFGHJK',
  appcat: 'taxi',
  quote: {
    id: 'quote-one',
    pickup: { lat: -34.9058, lng: -56.1913, add: 'Avenida 18 de Julio 1234, Montevideo' },
    drop: { lat: -34.8938, lng: -56.1664, add: 'Terminal Tres Cruces, Bulevar Artigas 1825, Montevideo' },
    distance: 5,
    duration: 600,
    polyline: '',
    tariff: exampleTariff,
    fare: fareOf(exampleTariff, { distanceKm: 5, seconds: 600, parcel: 0, option: 0 }),
    parcelTypeSelected: null,
    optionSelected: null,
  },
  carType: { id: 'economy', name: 'Economy', image: 'hatchback' },
  customer: {
    id: 'rider-one',
    name: 'Rider One',
    email: 'rider.one@example.org',
    contact: '+59899000002',
    image: null,
    walletBalance: 100_000,
  },
  payment_mode: 'cash',
  bookLater: false,
  tripdate: null,
  instruction: {
    deliveryPerson: null,
    deliveryPersonPhone: null,
    pickUpInstructions: null,
    deliveryInstructions: null,
  },
  promo: null,
  settings: defaultSettings,
  code: '12345',
  deliveryCode: '4711',
}

export const made = (more: Partial<NewBookingFacts> = {}, actor: Actor = rider): Booking => {
  const outcome = newBooking({ ...exampleFacts, ...more }, actor, t0)
  if ('refuse' in outcome) throw outcome.refuse
  return outcome.booking
}

/** The booking after a change, as the executor writes it. */
export const after = (booking: Booking, outcome: Outcome): Booking => {
  const change = changed(outcome)
  return { ...booking, ...change.patch, status: change.to, version: booking.version + 1 }
}

export const changed = (outcome: Outcome): Change => {
  if (isRefusal(outcome)) throw outcome.refuse
  return outcome
}

export const refused = (outcome: Outcome | { booking: Booking } | Refusal): Refusal => {
  if ('refuse' in outcome) return outcome
  throw new Error('was not refused')
}

const liveOffer = { offeredAt: t0, expiresAt: t0 + 20_000, outcome: null }

export const accepted = (more: Partial<NewBookingFacts> = {}): Booking => {
  const booking = made(more)
  return after(booking, accept(booking, driver, { driver: exampleDriver, offer: liveOffer, pickupKm: 2 }, t0 + 1000))
}

export const arrived = (more: Partial<NewBookingFacts> = {}): Booking => {
  const booking = accepted(more)
  return after(booking, arrive(booking, driver, { fix: { ...booking.pickup, at: t0 + 4 * minute } }, t0 + 4 * minute))
}

/** The driver came to the pickup and was there at `at`. */
export const atPickup = (at: number): Presence => ({
  nearestKm: 0,
  lastAwayAt: null,
  silentUntil: null,
  last: { ...exampleFacts.quote.pickup, at },
})

export const started = (more: Partial<NewBookingFacts> = {}): Booking => {
  const booking = arrived(more)
  return after(booking, start(booking, driver, { otp: booking.otp, tries: 5, clock: '10:05:00' }, t0 + 5 * minute))
}

export const noTrack = {
  points: [],
  matchedKm: null,
  at: null,
  routeKm: null,
  clock: '10:15:00',
  appcat: 'taxi',
  speed: 1,
  holdWithin: 0,
} as const

/** Ten minutes without a track: the quote's fare is charged. */
export const reached = (more: Partial<NewBookingFacts> = {}): Booking => {
  const booking = started(more)
  return after(booking, reach(booking, driver, noTrack, t0 + 15 * minute))
}

/** What the gateway's refund of a booking posts. */
export const cardRefund = (bookingId: string, amount: number): Posting =>
  refundToCard({ bookingId, holder: bookingId, provider: 'test', amount, reference: 'refund' })

/** What these postings add to an account, in minor units. */
export const sum = (postings: readonly Posting[] = [], account: string, holder: string | null = null) =>
  postings
    .flatMap((p) => p.entries)
    .filter((e) => e.account === account && e.holder === holder)
    .reduce((t, e) => t + e.amount, 0)

const exampleContext: ViewContext = {
  now: t0,
  demo: false,
  calls: true,
  asked: [],
  appcat: 'taxi',
  refund: undefined,
  uncollected: undefined,
  renewals: 3,
  tries: 5,
}

/** The booking as the viewer sees it on an installation for rides. */
export const viewOf = (booking: Booking, viewer: Viewer, more: Partial<ViewContext>) =>
  viewBooking(booking, viewer, { ...exampleContext, ...more })
