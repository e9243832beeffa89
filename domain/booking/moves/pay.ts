import type { Minor } from '../../kit/money.ts'
import { capture, debtInCash, hold } from '../../wallet/postings.ts'
import type { Booking, CashTaker } from '../booking.ts'
import type { Actor, Change, Outcome } from '../move.ts'
import { guard, movedOn, refuse } from './guard.ts'
import { majorAmount, notifyCustomer } from './notify.ts'
import { amountsOf, settle } from './settle.ts'

export type PayFacts =
  /**
   * `takenBy`: the holder of the cash, from an admin; a driver's own word means the driver. `withDebt`: the driver got
   * the booking's `debtDue` too
   */
  | { readonly payment_mode: 'cash'; readonly takenBy?: CashTaker; readonly withDebt?: boolean }
  | { readonly payment_mode: 'wallet'; readonly balance: Minor }
  /** the amount the gateway captured for this booking, and the payment's id */
  | {
      readonly payment_mode: 'card'
      readonly captured: Minor
      readonly gateway: string
      readonly reference: string
    }

/**
 * Pays the whole rest with one settlement [design/moves-28]. REACHED: cash, by the driver. PENDING: cash by the driver
 * or an admin, the wallet by the rider, a settled card payment by the system.
 */
export const pay = (booking: Booking, actor: Actor, facts: PayFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'pay')
  if (refusal !== null) return refusal
  if (!modesOf(actor).includes(facts.payment_mode)) return refuse(422, 'payment_mode_unavailable')
  if (booking.status === 'REACHED' && booking.payment_mode !== 'cash') return movedOn()
  const rest = booking.payableAmount
  const before = amountsOf(booking)
  switch (facts.payment_mode) {
    case 'cash':
      return payCash(booking, actor, facts, now)
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

/**
 * An admin names the holder of the cash, and it is audited: the driver is debited only for cash the driver has
 * [design/money-15]. Debts that the driver got with it are a posting beside the settlement, which pays the debts at
 * once [design/money-70]; only the driver says so.
 */
const payCash = (
  booking: Booking,
  actor: Actor,
  { takenBy: given, withDebt = false }: Extract<PayFacts, { payment_mode: 'cash' }>,
  now: number,
): Outcome => {
  const takenBy = actor.kind === 'driver' ? 'driver' : given
  if (takenBy === undefined || (given !== undefined && given !== takenBy))
    return refuse(422, 'invalid_input', {
      fields: { cash_taken_by: given === undefined ? 'missing' : 'not yours to say' },
    })
  const { customer, driver, debtDue } = booking
  if (withDebt && (actor.kind !== 'driver' || driver === null || debtDue === 0))
    return refuse(422, 'invalid_input', { fields: { with_debt: 'no debt to collect' } })
  const rest = booking.payableAmount
  const before = amountsOf(booking)
  const taken = before.cashPaymentAmount + rest
  const cash = { cashPaymentAmount: taken, cash_taken_by: taken > 0 ? takenBy : null }
  const settled = settle(booking, { ...before, ...cash }, now)
  const collected =
    withDebt && driver !== null ? [debtInCash({ bookingId: booking.id, driver, rider: customer, amount: debtDue })] : []
  // [design/money-97]: the rider may have paid the debt too
  const notices =
    withDebt || debtDue === 0
      ? settled.notices
      : [
          notifyCustomer(booking, 'notice_paid_without_debt', {
            fare: majorAmount(booking, rest),
            debt: majorAmount(booking, debtDue),
          }),
          ...settled.notices.filter(({ user }) => user !== customer),
        ]
  return {
    ...paid(
      booking,
      { ...settled, notices, postings: [...settled.postings, ...collected] },
      { payment_mode: 'cash', ...(withDebt ? { debtPaid: debtDue } : {}) },
    ),
    ...(actor.kind === 'admin'
      ? { audit: { action: 'booking.cash-received', data: { takenBy, amount: rest } }, data: { takenBy } }
      : {}),
  }
}

const modesOf = (actor: Actor): readonly PayFacts['payment_mode'][] =>
  actor.kind === 'rider' ? ['wallet'] : actor.kind === 'system' ? ['card'] : ['cash']

const paid = (booking: Booking, settled: ReturnType<typeof settle>, patch: Change['patch']): Change => ({
  ...settled,
  move: 'pay',
  from: booking.status,
  to: 'PAID',
  patch: { ...settled.patch, ...patch },
  ...(booking.status === 'REACHED' ? { driver: 'free' as const } : {}),
})

/**
 * The driver did not get the cash: PENDING, the rest stays payable, the driver is free [design/moves-29]. Where only a
 * debt was to be collected, nothing stays payable: then it is `pay` without the debt [design/money-80].
 */
export const notPaid = (booking: Booking, actor: Actor): Outcome =>
  guard(booking, actor, 'not-paid') ??
  (booking.payableAmount === 0 ? movedOn() : null) ?? {
    move: 'not-paid',
    from: booking.status,
    to: 'PENDING',
    patch: {},
    driver: 'free',
    notices: [notifyCustomer(booking, 'notice_payment_due', { total: majorAmount(booking, booking.payableAmount) })],
  }

/** Pay now: a PENDING booking changes to card mode with cash 0 before a provider is chosen [payments-11]. */
export const payByCard = (booking: Booking, actor: Actor): Outcome =>
  guard(booking, actor, 'pay-by-card') ?? {
    move: 'pay-by-card',
    from: booking.status,
    to: 'PENDING',
    patch: { payment_mode: 'card', cashPaymentAmount: 0 },
  }
