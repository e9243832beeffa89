import type { DeviceKind } from '@remis/domain/accounts/device-kind'
import type { Booking } from '@remis/domain/booking/booking'
import type { Actor, Change } from '@remis/domain/booking/move'
import { bookingAudience } from '@remis/domain/live/live-events'
import { closeOffers, reservationOverNotice } from '../../dispatch/offers/change-offers.ts'
import { setMover } from '../../people/driver-flags.ts'
import { rateDriver } from '../../people/rate-driver.ts'
import { saveDrop } from '../../places/save-drop.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { addToOutbox } from '../../platform/live/outbox.ts'
import { pipelined, queueWrite } from '../../platform/database/pipeline/pipeline.ts'
import { redeemPromo, releasePromo } from '../../promos/redeem-promo.ts'
import { post } from '../../wallet/post.ts'
import type { MoveDeps } from '../booking-deps.ts'
import { insertEvent } from '../booking-store.ts'

/** A decided change: the booking before and after it, who made it, from where, and when (database clock, ms). */
export interface AppliedChange {
  /** null while the booking is being created */
  readonly before: Booking | null
  readonly after: Booking
  /** drivers an admin had assigned who could still accept */
  readonly assigned: readonly string[]
  readonly change: Change
  readonly actor: Actor
  readonly address: string
  /** of the actor; absent: not known */
  readonly device?: DeviceKind | null
  /** of the actor, where it is the driver */
  readonly session?: string | undefined
  readonly now: number
}

/** Writes the audit row of a move. */
export const auditMove = (
  tx: Tx,
  move: {
    readonly bookingId: string
    readonly actor: Actor
    readonly address: string
    readonly audit: NonNullable<Change['audit']>
  },
): Promise<void> =>
  addAudit(tx, {
    actor: move.actor.kind === 'system' ? 'system' : { id: move.actor.id, role: move.actor.kind },
    address: move.address,
    action: move.audit.action,
    subject: `booking:${move.bookingId}`,
    data: move.audit.data,
  })

/** Every move of the office is audited; some add details [design/access-99]. */
const auditOfOffice = ({ move, from, to, data }: Change, { kind }: Actor): Change['audit'] =>
  kind === 'admin' || kind === 'fleetadmin' ? { action: `booking.${move}`, data: { from, to, ...data } } : undefined

const applyPromoUse = async (tx: Tx, use: 'redeem' | 'release', booking: Booking, at: number): Promise<void> => {
  if (booking.promo_details === null) throw new Error(`booking ${booking.id} has no promo to ${use}`)
  const one = { promoId: booking.promo_details.id, riderId: booking.customer, bookingId: booking.id, at }
  await (use === 'redeem' ? redeemPromo(tx, one) : releasePromo(tx, one))
}

/** Promo, postings, then the refund request: the promo is locked before the wallets [design/data-17]. */
const moveMoney = async (app: MoveDeps, tx: Tx, { after, change, actor, now }: AppliedChange): Promise<void> => {
  if (change.promo !== undefined) await applyPromoUse(tx, change.promo, after, now)
  if (change.postings !== undefined)
    await post(tx, change.postings, { actorId: actor.id, currency: after.currency, at: now })
  if (change.takesPaymentOf !== undefined) await app.carryPayment(tx, change.takesPaymentOf, after.id)
  // The key makes one refund per version of a booking [design/payments-27].
  if (change.refund !== undefined && change.refund > 0)
    await app.refund(tx, {
      bookingId: after.id,
      key: `${change.move}-v${after.version}`,
      amount: change.refund,
      reason: change.move,
    })
}

/** Closes the booking's offers and notifies drivers an admin had assigned that the ride is no longer theirs. */
const endOffers = async (
  app: MoveDeps,
  tx: Tx,
  { after: booking, assigned }: AppliedChange,
  accepted: string | null,
): Promise<void> => {
  await closeOffers(tx, booking.id, accepted)
  await app.notify(
    tx,
    assigned.filter((driver) => driver !== accepted).map((driver) => reservationOverNotice(booking, driver)),
  )
}

/**
 * Everything a move writes beside the booking row, in this transaction: event, the driver's session and busy flag,
 * offers, postings, notices, saved address, rating, promo, refund request, live event, audit row. Locks driver, then
 * promo, then wallets [design/data-17].
 */
export const applyEffects = async (app: MoveDeps, tx: Tx, applied: AppliedChange): Promise<void> => {
  const { before, after, change, actor, address, device = null, session, now } = applied
  const driver = after.driver ?? before?.driver ?? null
  const busy = change.driver === undefined ? undefined : change.driver === 'busy'
  await pipelined([
    queueWrite(tx, insertEvent(tx, { bookingId: after.id, version: after.version, change, actor, at: now, device })),
    driver !== null ? setMover(tx, driver, { busy, session }) : undefined,
    change.offers !== undefined ? endOffers(app, tx, applied, change.offers.accepted) : undefined,
    change.notices !== undefined ? app.notify(tx, change.notices) : undefined,
  ])
  if (change.rating !== undefined && driver !== null)
    await rateDriver(tx, { bookingId: after.id, from: after.customer, to: driver, ...change.rating })
  if (change.saveDrop) await saveDrop(tx, after.customer, after.drop)
  await moveMoney(app, tx, applied)
  await addToOutbox(tx, {
    kind: 'booking',
    subject: after.id,
    version: after.version,
    audience: [...bookingAudience(after), ...(before === null ? [] : bookingAudience(before))],
  })
  const audit = change.audit ?? auditOfOffice(change, actor)
  if (audit !== undefined) await auditMove(tx, { bookingId: after.id, actor, address, audit })
}
