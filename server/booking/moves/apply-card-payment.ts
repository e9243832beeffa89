import type { Settings } from '@remis/domain/backoffice/settings'
import { pay } from '@remis/domain/booking/moves/pay'
import { payUpFront } from '@remis/domain/booking/moves/pay-up-front'
import type { Minor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { FoundDrivers } from '../../dispatch/search/find-drivers.ts'
import { offerToDrivers } from '../../dispatch/offers/offer-to-drivers.ts'
import type { Tx } from '../../platform/database/database.ts'
import { CommittedRefusal } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { executeMove, system } from './execute-move.ts'

export interface CardPayment {
  readonly bookingId: string
  /** minor units */
  readonly captured: Minor
  readonly gateway: string
  /** id of the payment */
  readonly reference: string
}

/** Read before the transaction. */
export interface Prepared {
  readonly settings: Settings
  /** null: the next search sweep makes the offers */
  readonly found: FoundDrivers | null
}

/**
 * Applies a captured payment to its booking, in the settlement's transaction: PAYMENT_PENDING to NEW with its first
 * offers, PENDING to PAID. False, with nothing written, where the booking no longer takes such a payment (cancelled,
 * paid, price changed): the caller refunds it [design/payments-24].
 */
export const applyCardPayment = async (
  app: BookingDeps,
  tx: Tx,
  payment: CardPayment,
  { settings, found }: Prepared,
): Promise<boolean> => {
  try {
    const moved = await executeMove(app, tx, {
      id: payment.bookingId,
      name: 'card-payment',
      actor: system,
      address: '',
      decide: (booking, now) =>
        booking.status === 'PAYMENT_PENDING'
          ? payUpFront(booking, system, { ...payment, settings }, now)
          : pay(booking, system, { ...payment, payment_mode: 'card' }, now),
    })
    if (moved instanceof CommittedRefusal) return false
    const { booking, now } = moved
    if (booking.status === 'NEW' && found !== null) await offerToDrivers(tx, app, booking, found, now)
    return true
  } catch (error) {
    if (error instanceof AppError && error.key === 'booking_moved_on') return false
    throw error
  }
}
