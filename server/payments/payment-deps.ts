import type { BookingDeps } from '../booking/booking-deps.ts'

/** What payments take beside the platform: the gateways that are set up, and what a paid booking's moves need. */
export type PaymentDeps = BookingDeps
