import type { Minor } from '../../kit/money.ts'
import { capture, hold } from '../../wallet/postings.ts'
import type { Booking } from '../booking.ts'
import type { Actor, Change, Outcome } from '../move.ts'
import { guard, movedOn, refuse } from './guard.ts'
import { amountsOf, settle } from './settle.ts'

export type PayFacts =
  | { readonly payment_mode: 'cash' }
  | { readonly payment_mode: 'wallet'; readonly balance: Minor }
  /** what the gateway captured for this booking, and the payment's id */
  | {
      readonly payment_mode: 'card'
      readonly captured: Minor
      readonly gateway: string
      readonly reference: string
    }

/**
 * spec 1 §4 PAID: REACHED by the driver who received the cash; PENDING by the rider (wallet, card), the driver or an admin
 * (cash). Always the whole rest, one settlement. The settled card payment comes from the system.
 */
export const pay = (booking: Booking, actor: Actor, facts: PayFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'pay')
  if (refusal !== null) return refusal
  if (!modeOf(actor).includes(facts.payment_mode)) return refuse(422, 'payment_mode_unavailable')
  if (booking.status === 'REACHED' && booking.payment_mode !== 'cash') return movedOn()
  const rest = booking.payableAmount
  const before = amountsOf(booking)
  switch (facts.payment_mode) {
    case 'cash':
      return paid(booking, settle(booking, { ...before, cashPaymentAmount: before.cashPaymentAmount + rest }, now), {
        payment_mode: 'cash',
      })
    case 'wallet': {
      if (facts.balance < rest) return refuse(422, 'wallet_balance_low')
      const settled = settle(booking, { ...before, usedWalletMoney: before.usedWalletMoney + rest }, now)
      return paid(
        booking,
        { ...settled, postings: [hold(booking.id, booking.customer, rest), ...settled.postings] },
        { payment_mode: 'wallet' },
      )
    }
    case 'card': {
      if (facts.captured !== rest) return movedOn()
      const settled = settle(booking, { ...before, cardPaymentAmount: before.cardPaymentAmount + rest }, now)
      const captured = capture(booking.id, facts.gateway, rest, facts.reference)
      return paid(
        booking,
        { ...settled, postings: [captured, ...settled.postings] },
        { payment_mode: 'card', gateway: facts.gateway },
      )
    }
  }
}

const modeOf = (actor: Actor): readonly PayFacts['payment_mode'][] =>
  actor.kind === 'rider' ? ['wallet'] : actor.kind === 'system' ? ['card'] : ['cash']

const paid = (booking: Booking, settled: ReturnType<typeof settle>, patch: Change['patch']): Change => ({
  ...settled,
  move: 'pay',
  from: booking.status,
  to: 'PAID',
  patch: { ...settled.patch, ...patch },
  ...(booking.status === 'REACHED' ? { driver: 'free' as const } : {}),
})
