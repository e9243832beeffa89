import type { Minor } from '../../kit/money.ts'
import { chargeRider, collectOwnDebts, fareGivenBack, uncollected, type OpenDebt } from '../../wallet/postings.ts'
import type { NoticeDraft } from '../../notices/notice.ts'
import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard, refuse } from '../moves/guard.ts'
import { majorAmount, notifyCustomer, notifyDriver } from '../moves/notify.ts'

export interface CorrectionFacts {
  readonly direction: 'back' | 'charge'
  /** minor units */
  readonly amount: Minor
  readonly reason: string
  /** the driver's share changes with the fare */
  readonly withDriver: boolean
  /** what earlier corrections charged, less what they gave back */
  readonly corrected: Minor
  /** the driver's part of it */
  readonly correctedShare: Minor
  /** the return fee of a parcel, charged like a correction, which can be given back [design/delivery-33] */
  readonly returnFee: Minor
  /** of the rider's wallet, read under its lock */
  readonly balance: Minor
  /** what could not be collected of earlier charges of this booking, read under the same lock, the oldest first */
  readonly debts: readonly (OpenDebt & {
    /** what the office gave up */
    readonly writtenOff: Minor
  })[]
  /** the setting `guaranteeCancelFee`: the driver's part is paid at once, also what the rider owes */
  readonly guaranteed: boolean
}

/** What the event of a correction keeps; amounts in minor units, negative when given back. */
export interface CorrectionData {
  readonly amount: Minor
  readonly share: Minor
  readonly reason: string
}

/**
 * Splits an amount between driver and platform in the proportion of the booking's fare, or of the quote where the trip
 * was ended for 0. A flat fee does not depend on the fare: the driver's part is the whole amount. The fee is rounded
 * half up to the tariff's decimals; the driver's part is the rest, so that both add up [design/money-41].
 */
export const correctionParts = (
  { trip_cost, convenience_fees, fare: { quoted }, tariff }: Booking,
  amount: Minor,
  withDriver: boolean,
): { readonly share: Minor; readonly fee: Minor } => {
  if (!withDriver) return { share: 0, fee: amount }
  // [design/money-95]: A refunded return fee is split in the quote's proportion, as it was when charged.
  const { tripCost, convenienceFees } =
    trip_cost > 0 ? { tripCost: trip_cost, convenienceFees: convenience_fees } : quoted
  if (tariff.convenience_fee_type === 'flat' || tripCost === 0) return { share: amount, fee: 0 }
  const step = 10 ** (tariff.exponent - tariff.decimal)
  const fee = Math.min(amount, Math.round((amount * convenienceFees) / tripCost / step) * step)
  return { share: amount - fee, fee }
}

/**
 * What all charges beside the fare brought, less what was given back and written off, and the driver's part of it;
 * minor units.
 */
const besideFare = (
  booking: Booking,
  { corrected, correctedShare, returnFee, debts }: CorrectionFacts,
): { readonly all: Minor; readonly driver: Minor } => ({
  all: corrected + returnFee - debts.reduce((sum, { writtenOff }) => sum + writtenOff, 0),
  driver: debts.reduce(
    (sum, { driver, writtenOff }) => sum - (driver === null ? 0 : writtenOff),
    correctedShare + correctionParts(booking, returnFee, true).share,
  ),
})

/** The most a driver gives back: the driver's part of the charges and, beyond all charges, the share; minor units. */
const mostFromDriver = (booking: Booking, facts: CorrectionFacts): Minor => {
  const { all, driver } = besideFare(booking, facts)
  return driver + Math.min(booking.driver_share, Math.max(0, facts.amount - all))
}

/**
 * The parts of this correction. The driver gives back at most what the trip earned, and nothing of a charge that only
 * the platform got. The driver gets at most what all charges together add to the fare. The platform bears or gets the
 * rest [design/money-110] [design/money-121].
 */
const boundedParts = (booking: Booking, facts: CorrectionFacts): { readonly share: Minor; readonly fee: Minor } => {
  const { direction, amount, withDriver, corrected, correctedShare } = facts
  const most = direction === 'back' ? mostFromDriver(booking, facts) : Math.max(0, corrected + amount) - correctedShare
  const share = Math.max(0, Math.min(most, correctionParts(booking, amount, withDriver).share))
  return { share, fee: amount - share }
}

/**
 * The most that all charges together can add: the fare once more, or the difference that waits for the office
 * [design/moves-65].
 */
const mostCharge = ({ trip_cost, fare }: Booking): Minor =>
  Math.max(trip_cost, (fare.computed?.tripCost ?? 0) - trip_cost)

const ofGivenBack = (booking: Booking, { amount, reason }: CorrectionFacts, share: Minor): NoticeDraft[] => [
  notifyCustomer(booking, 'notice_correction_back', { amount: majorAmount(booking, amount), reason }),
  ...(share === 0
    ? []
    : notifyDriver(booking, 'notice_correction_share_back', { amount: majorAmount(booking, share), reason }, 'wallet')),
]

/** The notice of a charge that the wallet does not cover names the unpaid part [design/money-92]. */
const ofCharge = (
  booking: Booking,
  { amount, reason }: CorrectionFacts,
  { share, owed, pending }: Readonly<Record<'share' | 'owed' | 'pending', Minor>>,
): NoticeDraft[] => {
  const rider = { amount: majorAmount(booking, amount), reason }
  const driver = { amount: majorAmount(booking, share), reason }
  return [
    owed === 0
      ? notifyCustomer(booking, 'notice_correction_charge', rider)
      : notifyCustomer(booking, 'notice_correction_charge_owed', { ...rider, owed: majorAmount(booking, owed) }),
    ...(share === 0
      ? []
      : pending === 0
        ? notifyDriver(booking, 'notice_correction_share', driver, 'wallet')
        : notifyDriver(
            booking,
            'notice_correction_share_pending',
            { ...driver, pending: majorAmount(booking, pending) },
            'wallet',
          )),
  ]
}

/** What the office can still give back: what the rider paid or owes of the booking, minor units [design/money-40]. */
export const mostBack = (
  { customer_paid, writtenOff }: Pick<Booking, 'customer_paid' | 'writtenOff'>,
  { corrected, returnFee, debts }: Pick<CorrectionFacts, 'corrected' | 'returnFee' | 'debts'>,
): Minor => customer_paid + corrected + returnFee - debts.reduce((sum, debt) => sum + debt.writtenOff, writtenOff)

/**
 * An admin corrects the fare of a paid trip, any number of times [design/money-33]. The booking's amounts stay: the
 * correction is a separate posting with a reason; it is audited, and rider and driver are notified. All of them
 * together give back at most what the rider has paid or owes, and charge at most what `mostCharge` says. A charge takes
 * from the rider's wallet, and the rest is owed [design/money-40]. What is given back pays the debts of this booking
 * first [design/money-82].
 */
export const correctFare = (booking: Booking, actor: Actor, facts: CorrectionFacts): Outcome => {
  const refusal = guard(booking, actor, 'correct')
  if (refusal !== null) return refusal
  const { direction, amount, reason, corrected, balance, debts, guaranteed } = facts
  if (!/\S/.test(reason)) return refuse(422, 'cancel_reason_missing', { fields: { reason: 'missing' } })
  if (!Number.isSafeInteger(amount) || amount <= 0)
    return refuse(422, 'invalid_input', { fields: { amount: 'above 0' } })
  if (booking.driver === null) throw new RangeError(`booking ${booking.id} was paid without a driver`)
  if (direction === 'back' && amount > mostBack(booking, facts))
    return refuse(422, 'correction_above_paid', { fields: { amount: 'more than was paid' } })
  if (direction === 'charge' && amount > mostCharge(booking) - Math.max(0, corrected))
    return refuse(422, 'correction_above_fare', { fields: { amount: 'more than the fare' } })
  const sign = direction === 'back' ? -1 : 1
  const { share, fee } = boundedParts(booking, facts)
  const data: CorrectionData = { amount: sign * amount, share: sign * share, reason }
  const parties = { bookingId: booking.id, rider: booking.customer, driver: booking.driver }
  const owed = { toDriver: share, toRevenue: fee, fromPrepayments: 0, balance, guaranteed }
  const charged = chargeRider({ kind: 'correction', ...parties, ...owed })
  return {
    move: 'correct',
    from: booking.status,
    to: booking.status,
    patch: {},
    postings:
      direction === 'back'
        ? [fareGivenBack({ ...parties, share, fee }), ...collectOwnDebts({ share, fee }, debts)]
        : charged,
    notices:
      direction === 'back'
        ? ofGivenBack(booking, facts, share)
        : ofCharge(booking, facts, { share, ...uncollected(charged) }),
    audit: { action: 'booking.correct', data: { ...data } },
    data: { ...data },
  }
}
