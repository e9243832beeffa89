import { toMinor } from '@remis/domain/kit/money'
import type { bookingsApi } from '@remis/domain/booking/booking-api'
import type { Booking } from '@remis/domain/booking/booking'
import { cancel, type CancelFacts } from '@remis/domain/booking/moves/cancel'
import { AppError } from '@remis/domain/messages/app-error'
import { cancelReasonsFor } from '../../backoffice/cancel-reasons.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Call, UseCase } from '../../platform/http/use-case.ts'
import { readPresence } from '../../tracking/pickup-presence.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { drawSuccessor } from './insert-successor.ts'
import { lockParties } from './lock-parties.ts'
import { actorOf, runMove } from './run-move.ts'

type CancelCall = Call<typeof bookingsApi.cancel>

/**
 * The chosen reason, of those for the caller's role; where the operator has none, the caller's own words
 * [design/moves-75].
 */
const reasonOf = async (app: BookingDeps, { who, body }: CancelCall): Promise<CancelFacts['reason']> => {
  if (body.reason === undefined && body.reasonText === undefined) return null
  const reasons = await cancelReasonsFor(app.db.request, who.role)
  const text = body.reasonText?.trim() ?? ''
  if (body.reason === undefined && reasons.length === 0 && text !== '') return { id: null, label: text }
  const chosen = reasons.find(({ id }) => id === body.reason)
  if (chosen === undefined) throw new AppError(422, 'cancel_reason_missing', { fields: { reason: 'unknown' } })
  return { id: chosen.id, label: chosen.label }
}

type ReadFacts = Pick<CancelFacts, 'noShowMinutes' | 'presence' | 'collection' | 'successor'>

/** What a cancel needs to know of the locked booking. `succeeds`: it may be booked again [design/moves-80]. */
export const readCancelFacts = async (
  app: BookingDeps,
  tx: Tx,
  booking: Booking,
  succeeds: boolean,
): Promise<ReadFacts> => {
  const settings = await app.settings.current()
  const { rider: balance } = await lockParties(tx, booking)
  const successor = succeeds ? await drawSuccessor(tx, settings, booking.customer) : {}
  const presence = await readPresence(tx, booking)
  const { noShowMinutes } = app.config.limits.booking
  return { noShowMinutes, presence, collection: { balance, guaranteed: settings.guaranteeCancelFee }, ...successor }
}

/**
 * Cancels with one of the operator's reasons; its current text is copied to the booking. The fee is today's; where the
 * rider was shown a lower one, the cancel is refused [design/moves-34].
 */
export const cancelBooking: UseCase<BookingDeps, typeof bookingsApi.cancel> = async (app, call) => {
  const { fee, noShow = false } = call.body
  const reason = await reasonOf(app, call)
  return runMove(app, call, {
    name: 'cancel',
    decide: async (booking, now, tx) => {
      const agreedFee = fee === undefined ? null : toMinor(fee, booking.tariff.exponent)
      const facts = await readCancelFacts(app, tx, booking, call.who.role === 'driver')
      return cancel(booking, actorOf(call.who), { ...facts, reason, noShow, agreedFee }, now)
    },
  })
}
