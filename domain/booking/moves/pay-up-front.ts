import type { Settings } from '../../backoffice/settings.ts'
import { searchWindow } from '../../dispatch/search.ts'
import type { Minor } from '../../kit/money.ts'
import { capture } from '../../wallet/postings.ts'
import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard, movedOn } from './guard.ts'

export interface PayUpFrontFacts {
  readonly captured: Minor
  readonly gateway: string
  /** the payment's id */
  readonly reference: string
  readonly settings: Pick<Settings, 'autoDispatch' | 'releaseMinutes' | 'searchMinutes'>
}

/**
 * The card payment of a PAYMENT_PENDING booking is settled: NEW, and the search begins if it is due [design/moves-16].
 */
export const payUpFront = (booking: Booking, actor: Actor, facts: PayUpFrontFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'pay-up-front')
  if (refusal !== null) return refusal
  if (facts.captured !== booking.payableAmount) return movedOn()
  const search = searchWindow(booking, facts.settings, now)
  return {
    move: 'pay-up-front',
    from: booking.status,
    to: 'NEW',
    patch: {
      prepaid: true,
      gateway: facts.gateway,
      cardPaymentAmount: facts.captured,
      payableAmount: 0,
      releasedAt: now >= booking.releaseAt ? now : null,
      searchStartedAt: search?.searchStartedAt ?? null,
      searchUntil: search?.searchUntil ?? null,
      searches: search === null ? 0 : 1,
    },
    postings: [capture(booking.id, facts.gateway, facts.captured, facts.reference)],
  }
}
