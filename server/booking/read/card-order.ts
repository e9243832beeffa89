import type { Booking } from '@remis/domain/booking/booking'
import type { Status } from '@remis/domain/booking/statuses'
import type { Minor } from '@remis/domain/kit/money'
import type { Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { lockBooking, findBooking } from '../booking-rows.ts'

/** A booking in one of these is paid by card [design/payments-10]. */
export const cardPayableStatuses: readonly Status[] = ['PAYMENT_PENDING', 'PENDING']

/** What a card payment needs to know of a booking. */
export interface CardOrder {
  readonly customer: string
  readonly status: Status
  /** minor units; 0 in other statuses */
  readonly payable: Minor
  readonly currency: string
}

const toOrder = (booking: Booking): CardOrder => ({
  customer: booking.customer,
  status: booking.status,
  payable: cardPayableStatuses.includes(booking.status) ? booking.payableAmount : 0,
  currency: booking.currency,
})

export const findCardOrder = async (db: Kysely<Tables>, id: string): Promise<CardOrder | null> => {
  const booking = await findBooking(db, id)
  return booking === null ? null : toOrder(booking)
}

/** The same, with the booking locked until the commit: before its payments, in the common lock order. */
export const lockCardOrder = async (tx: Tx, id: string): Promise<CardOrder | null> => {
  const booking = await lockBooking(tx, id)
  return booking === null ? null : toOrder(booking)
}

/** The booking that a payment would make NEW, so that drivers are looked up before the transaction; else null. */
export const findBookingToSearch = async (
  db: Kysely<Tables>,
  id: string,
): Promise<Pick<Booking, 'pickup' | 'carTypeId'> | null> => {
  const booking = await findBooking(db, id)
  return booking?.status === 'PAYMENT_PENDING' ? booking : null
}
