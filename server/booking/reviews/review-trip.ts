import type { Settings } from '@remis/domain/backoffice/settings'
import type { Booking } from '@remis/domain/booking/booking'
import { reviewReasonsOf } from '@remis/domain/booking/final-fare/trip-review'
import type { tripReviewApi } from '@remis/domain/booking/final-fare/trip-review-api'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { bookingAudience, room } from '@remis/domain/live/live-events'
import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { addToOutbox } from '../../platform/live/outbox.ts'
import { findBooking } from '../booking-rows.ts'
import { markFareChecked } from '../booking-store.ts'
import {
  hasReview,
  insertReview,
  markReleased,
  selectReview,
  selectReviewFacts,
  sumWithheld,
  selectFareCheck,
} from './review-store.ts'

/**
 * Marks a suspicious trip for review in the transaction that ends it, before its money is posted [design/privacy-20].
 * In a trial one browser is used for all roles, so it is no sign of fraud there [design/moves-106].
 */
export const reviewEndedTrip = async (
  { config }: Pick<Platform, 'config'>,
  tx: Tx,
  booking: Booking,
  { bonus }: Pick<Settings, 'bonus'>,
): Promise<void> => {
  const { id, driver } = booking
  if (driver === null) return
  const facts = await selectReviewFacts(tx, { ...booking, driver }, bonus > 0)
  const sameDevice = facts.sameDevice && config.mode === 'production'
  const reasons = reviewReasonsOf(booking, { ...facts, sameDevice })
  if (reasons.length > 0) await insertReview(tx, { bookingId: id, driver, reasons })
}

/** Whether a trip was suspicious, also when the office has released it since. */
export const wasSuspicious = (db: Kysely<Tables>, bookingId: string): Promise<boolean> => hasReview(db, bookingId)

/** Minor units of a driver's balance that wait for the office [design/privacy-21]. */
export const findWithheld = (db: Kysely<Tables>, driver: string): Promise<number> => sumWithheld(db, driver)

const viewReview = async (db: Kysely<Tables>, id: string) => {
  const row = await selectReview(db, id)
  if (row === undefined) return null
  return {
    reasons: row.reasons as ReturnType<typeof reviewReasonsOf>,
    foundAt: row.found_at,
    withheld: toMajor(row.withheld, exponentOf(row.currency)),
    releasedAt: row.released_at,
    releasedBy: row.released_by,
  }
}

const viewFareCheck = async (db: Kysely<Tables>, id: string) => {
  const row = await selectFareCheck(db, id)
  return row === undefined ? null : { checkedAt: row.at, checkedBy: row.by }
}

export const readTripReview: UseCase<Platform, typeof tripReviewApi.read> = async ({ db }, { params }) => ({
  review: await viewReview(db.request, params.id),
  fareCheck: await viewFareCheck(db.request, params.id),
})

/**
 * Releases a reviewed trip: the driver can withdraw its share, and the event lets the referral bonus be paid
 * [design/privacy-22]. A repeated call changes nothing.
 */
export const releaseTripReview: UseCase<Platform, typeof tripReviewApi.release> = async (_app, call) =>
  call.commit(async (tx) => {
    const { id } = call.params
    const booking = await findBooking(tx, id)
    if (booking === null) throw new AppError(404, 'not_found')
    if (await markReleased(tx, id, call.who.id)) {
      await addAudit(tx, {
        actor: call.who,
        address: call.address,
        action: 'trip-review.release',
        subject: `booking:${id}`,
      })
      await addToOutbox(
        tx,
        { kind: 'booking', subject: id, audience: bookingAudience(booking) },
        // For the referral bonus, which waited for it.
        { kind: 'trip-review', subject: id, audience: [] },
      )
      if (booking.driver !== null)
        await addToOutbox(tx, { kind: 'wallet', subject: booking.driver, audience: [room.user(booking.driver)] })
    }
    const review = await viewReview(tx, id)
    if (review === null) throw new AppError(409, 'booking_moved_on')
    return { review }
  })

/**
 * Marks a flagged fare as checked, which takes it off the lists of fares to check. A repeated call changes nothing
 * [design/moves-69].
 */
export const checkFare: UseCase<Platform, typeof tripReviewApi.checkFare> = async (_app, call) =>
  call.commit(async (tx) => {
    const { id } = call.params
    const booking = await findBooking(tx, id)
    if (booking === null) throw new AppError(404, 'not_found')
    if (await markFareChecked(tx, id, call.who.id)) {
      await addAudit(tx, {
        actor: call.who,
        address: call.address,
        action: 'booking.check-fare',
        subject: `booking:${id}`,
      })
      // Lists and dashboards of the other admins change; nothing changes for rider and driver.
      await addToOutbox(tx, { kind: 'booking', subject: id, audience: [room.admins] })
    }
    const fareCheck = await viewFareCheck(tx, id)
    if (fareCheck === null) throw new AppError(409, 'booking_moved_on')
    return { fareCheck }
  })
