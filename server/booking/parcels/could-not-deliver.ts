import type { Booking } from '@remis/domain/booking/booking'
import type { parcelApi } from '@remis/domain/booking/delivery/parcel-api'
import { couldNotDeliver } from '@remis/domain/booking/delivery/could-not-deliver'
import { attachPhoto, urlOf } from '../../files/attach-file.ts'
import { listAdmins } from '../../people/find-person.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { lockParties } from '../moves/lock-parties.ts'
import { actorOf, runMove } from '../moves/run-move.ts'

/** So that the office can call sender or receiver [design/delivery-34]. */
const notifyOffice = async (app: BookingDeps, tx: Tx, { id, driver_name }: Booking): Promise<void> =>
  app.notify(
    tx,
    (await listAdmins(tx)).map((user) => ({
      user,
      message: 'notice_parcel_returns' as const,
      params: { booking: id, driver: driver_name ?? '' },
      screen: 'BookingCab' as const,
      bookingId: id,
    })),
  )

/** The parcel is returned to the pickup, and the sender is charged the return fee [design/delivery-30]. */
export const reportNotDelivered: UseCase<BookingDeps, typeof parcelApi.couldNotDeliver> = async (app, call) => {
  const settings = await app.settings.current()
  const { reason, note = null, photo } = call.body
  return runMove(app, call, {
    name: 'could-not-deliver',
    decide: async (booking, now, tx) => {
      const { rider: balance } = await lockParties(tx, booking)
      return couldNotDeliver(
        booking,
        actorOf(call.who),
        {
          reason,
          note,
          photo: urlOf(photo),
          photoNeeded: settings.AllowFinalDeliveryImageCapture,
          returnPercent: settings.returnPercent,
          balance,
          guaranteed: settings.guaranteeCancelFee,
        },
        now,
      )
    },
    afterwards: async (tx, { booking }) => {
      await attachPhoto(tx, { file: photo, booking: booking.id, kind: 'return_image' })
      await notifyOffice(app, tx, booking)
    },
  })
}
