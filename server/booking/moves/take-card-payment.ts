import type { Settings } from '@remis/domain/backoffice/settings'
import { pay } from '@remis/domain/booking/moves/pay'
import { payUpFront } from '@remis/domain/booking/moves/pay-up-front'
import type { Minor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { FoundDrivers } from '../../dispatch/search/find-drivers.ts'
import { offerToDrivers } from '../../dispatch/offers/offer-to-drivers.ts'
import type { Tx } from '../../platform/database/database.ts'
import { CommittedRefusal } from '../../platform/http/use-case.ts'
import { system } from '../actor-of.ts'
import type { BookingDeps } from '../booking-needs.ts'
import { executeMove } from './execute-move.ts'

export interface CardPayment {
  readonly bookingId: string
  /** minor units */
  readonly captured: Minor
  readonly gateway: string
  /** the payment's id */
  readonly reference: string
}

/** What is asked before the transaction. */
export interface Prepared {
  readonly settings: Settings
  /** null: the next sweep of the searches offers the trip */
  readonly found: FoundDrivers | null
}

/**
 * What a captured payment does to its booking, in the settlement's transaction: PAYMENT_PENDING → NEW with its first
 * offers, PENDING → PAID. False: the booking takes no such payment any more (cancelled, paid, or its price has changed);
 * nothing was written then, and the money has to go back.
 */
export const takeCardPayment = async (
  app: BookingDeps,
  tx: Tx,
  payment: CardPayment,
  { settings, found }: Prepared,
): Promise<boolean> => {
  let decidedAt = 0
  try {
    const moved = await executeMove(app, tx, {
      id: payment.bookingId,
      name: 'card-payment',
      actor: system,
      address: '',
      decide: (booking, now) => {
        decidedAt = now
        return booking.status === 'PAYMENT_PENDING'
          ? payUpFront(booking, system, { ...payment, settings }, now)
          : pay(booking, system, { ...payment, payment_mode: 'card' }, now)
      },
    })
    if (moved instanceof CommittedRefusal) return false
    if (moved.status === 'NEW' && found !== null) await offerToDrivers(tx, app, moved, found, decidedAt)
    return true
  } catch (error) {
    if (error instanceof AppError && error.key === 'booking_moved_on') return false
    throw error
  }
}
