import { toMinor } from '@remis/domain/kit/money'
import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { cancel, type CancelFacts } from '@remis/domain/booking/moves/cancel'
import { AppError } from '@remis/domain/messages/app-error'
import { cancelReasonLabel } from '../../backoffice/cancel-reasons.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { drawSuccessor } from './insert-successor.ts'
import { lockParties } from './lock-parties.ts'
import { actorOf, runMove } from './run-move.ts'

const reasonOf = async (app: BookingDeps, id: string | undefined): Promise<CancelFacts['reason']> => {
  if (id === undefined) return null
  const label = await cancelReasonLabel(app.db.request, id)
  if (label === undefined) throw new AppError(422, 'cancel_reason_missing', { fields: { reason: 'unknown' } })
  return { id, label }
}

/**
 * Cancels with one of the operator's reasons; its current text is copied to the booking. The fee is today's; where the
 * rider was shown a lower one, the cancel is refused [design/moves-34].
 */
export const cancelBooking: UseCase<BookingDeps, typeof bookingsApi.cancel> = async (app, call) => {
  const { reason: id, fee, noShow = false } = call.body
  const reason = await reasonOf(app, id)
  const { noShowMinutes } = app.config.limits.booking
  const settings = await app.settings.current()
  return runMove(app, call, {
    name: 'cancel',
    decide: async (booking, now, tx) => {
      const agreedFee = fee === undefined ? null : toMinor(fee, booking.tariff.exponent)
      const { rider: balance } = await lockParties(tx, booking)
      const collection = { balance, guaranteed: settings.guaranteeCancelFee }
      const successor = call.who.role === 'driver' ? { successor: await drawSuccessor(tx, settings) } : {}
      const facts = { reason, noShow, noShowMinutes, agreedFee, collection, ...successor }
      return cancel(booking, actorOf(call.who), facts, now)
    },
  })
}
