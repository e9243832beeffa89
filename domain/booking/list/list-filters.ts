import { paidStatuses, type Status } from '../statuses.ts'

/**
 * Days relative to today, so that a kept filter is right tomorrow too [design/web-82]. `week` and `month` end today.
 */
export const periods = ['today', 'tomorrow', 'yesterday', 'week', 'month'] as const
export type Period = (typeof periods)[number]

/**
 * Bookings by their trip date: up to an hour ahead or due for their release, and those that are later [design/web-86].
 */
export const nearness = ['now', 'later'] as const
export type Nearness = (typeof nearness)[number]

/**
 * How far ahead of now a booking is not yet later, minutes; drivers are asked `releaseMinutes` before the trip date.
 */
export const nearMinutes = ({ releaseMinutes }: { readonly releaseMinutes: number }): number =>
  Math.max(60, releaseMinutes)

export const paymentModes = ['cash', 'wallet', 'card'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** `due`: to be paid now; `written-off`: ended without the money [design/web-82]. */
export const paymentStates = ['due', 'paid', 'written-off'] as const
export type PaymentState = (typeof paymentStates)[number]

/** The statuses a booking of this payment state can have. */
export const statusesOfPayment: Readonly<Record<PaymentState, readonly Status[]>> = {
  due: ['PAYMENT_PENDING', 'REACHED', 'PENDING'],
  paid: paidStatuses,
  'written-off': paidStatuses,
}
