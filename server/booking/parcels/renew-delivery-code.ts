import type { parcelApi } from '@remis/domain/booking/delivery/parcel-api'
import { renewDeliveryCode as renew } from '@remis/domain/booking/delivery/renew-delivery-code'
import type { UseCase } from '../../platform/http/use-case.ts'
import { drawDeliveryCode } from '../booking-codes.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from '../moves/run-move.ts'

/** A code that differs from the one that is replaced. */
const drawOther = (old: string | null): string => {
  for (;;) {
    const code = drawDeliveryCode()
    if (code !== old) return code
  }
}

export const renewDeliveryCode: UseCase<BookingDeps, typeof parcelApi.renewCode> = (app, call) =>
  runMove(app, call, {
    name: 'renew-delivery-code',
    decide: (booking) =>
      renew(booking, actorOf(call.who), {
        code: drawOther(booking.deliveryCode),
        renewals: app.config.limits.tripCode.renewals,
      }),
  })
