import type { BookingDeps } from '../booking/booking-deps.ts'

/** What the payment use-cases need: the gateways, and the deps of the moves of a paid booking. */
export type PaymentDeps = BookingDeps
