import type { Booking } from '@remis/domain/booking/booking'
import type { Actor, Change } from '@remis/domain/booking/move'
import { bookingAudience } from '@remis/domain/live/live-events'
import { closeOffers } from '../../dispatch/offers/close-offers.ts'
import { markBusy } from '../../people/mark-busy.ts'
import { rateDriver } from '../../people/rate-driver.ts'
import { saveDrop } from '../../places/save-drop.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { addToOutbox } from '../../platform/live/outbox.ts'
import { pipelined, queueWrite } from '../../platform/database/pipeline/pipeline.ts'
import { redeemPromo, releasePromo } from '../../promos/redeem-promo.ts'
import { post } from '../../wallet/post.ts'
import type { MoveDeps } from '../booking-needs.ts'
import { insertEvent } from '../booking-store.ts'

/** A change that is decided, the booking on both sides of it, and who made it from where and when (database clock). */
export interface AppliedChange {
  /** null: it is being created */
  readonly before: Booking | null
  readonly after: Booking
  /** whom an admin had chosen for it, who could still answer */
  readonly chosen: readonly string[]
  readonly change: Change
  readonly actor: Actor
  readonly address: string
  readonly now: number
}

const auditActor = (actor: Actor) =>
  actor.kind === 'system' ? ('system' as const) : { id: actor.id, role: actor.kind }

const countPromo = async (tx: Tx, use: 'redeem' | 'release', booking: Booking, at: number): Promise<void> => {
  if (booking.promo_details === null) throw new Error(`booking ${booking.id} has no promo to ${use}`)
  const one = { promoId: booking.promo_details.id, riderId: booking.customer, bookingId: booking.id, at }
  await (use === 'redeem' ? redeemPromo(tx, one) : releasePromo(tx, one))
}

/** The promo before the wallets (design §5 "Lock order"); what goes back to a card is asked for. */
const moveMoney = async (app: MoveDeps, tx: Tx, { after, change, actor, now }: AppliedChange): Promise<void> => {
  if (change.promo !== undefined) await countPromo(tx, change.promo, after, now)
  if (change.postings !== undefined)
    await post(tx, change.postings, { actorId: actor.id, currency: after.currency, at: now })
  // Each version of a booking asks once at most.
  if (change.refund !== undefined && change.refund > 0)
    await app.refund(tx, {
      bookingId: after.id,
      key: `${change.move}-v${after.version}`,
      amount: change.refund,
      reason: change.move,
    })
}

/** Who was chosen by an admin was told so; now that the ride is off for them they are told that too. */
const endOffers = async (
  app: MoveDeps,
  tx: Tx,
  { after: booking, chosen }: AppliedChange,
  accepted: string | null,
): Promise<void> => {
  await closeOffers(tx, booking.id, accepted)
  await app.tell(
    tx,
    chosen
      .filter((driver) => driver !== accepted)
      .map((user) => ({
        user,
        message: 'notice_reservation_over',
        params: { pickup: booking.pickup.add },
        screen: 'DriverTrips',
        bookingId: booking.id,
      })),
  )
}

/**
 * Everything a move does beside the booking's own row, in this transaction: event, driver's flag, offers, ledger,
 * notices, saved address, rating, promo, refund, live event, audit. Locks in the order of design §5: driver, promo, wallets.
 */
export const applyEffects = async (app: MoveDeps, tx: Tx, decided: AppliedChange): Promise<void> => {
  const { before, after, change, actor, now } = decided
  const driver = after.driver ?? before?.driver ?? null
  await pipelined([
    queueWrite(tx, insertEvent(tx, { bookingId: after.id, version: after.version, change, actor, at: now })),
    change.driver !== undefined && driver !== null ? markBusy(tx, driver, change.driver === 'busy') : undefined,
    change.offers !== undefined ? endOffers(app, tx, decided, change.offers.accepted ?? null) : undefined,
    change.notices !== undefined ? app.tell(tx, change.notices) : undefined,
  ])
  if (change.rating !== undefined && driver !== null)
    await rateDriver(tx, { bookingId: after.id, from: after.customer, to: driver, ...change.rating })
  if (change.saveDrop) await saveDrop(tx, after.customer, after.drop)
  await moveMoney(app, tx, decided)
  await addToOutbox(tx, {
    kind: 'booking',
    subject: after.id,
    version: after.version,
    audience: [...bookingAudience(after), ...(before === null ? [] : bookingAudience(before))],
  })
  if (change.audit !== undefined)
    await addAudit(tx, {
      actor: auditActor(actor),
      address: decided.address,
      action: change.audit.action,
      subject: `booking:${after.id}`,
      data: change.audit.data,
    })
}
