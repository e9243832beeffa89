import type { parcelApi } from '@remis/domain/booking/delivery/parcel-api'
import { couldNotDeliver } from '@remis/domain/booking/delivery/could-not-deliver'
import { attachPhoto, urlOf } from '../../files/attach-file.ts'
import { listAdmins } from '../../people/find-person.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { storeFixesOfMove } from '../../tracking/store-fixes.ts'
import { listTripPoints } from '../../tracking/trip-points.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { lockParties } from '../moves/lock-parties.ts'
import { actorOf, runMove } from '../moves/run-move.ts'

/**
 * The parcel is returned to the pickup, and the sender is charged the return fee [design/delivery-30]. The fixes of the
 * command are judged and stored like any others; the stored points decide whether there is a fee [design/delivery-35].
 */
export const reportNotDelivered: UseCase<BookingDeps, typeof parcelApi.couldNotDeliver> = async (app, call) => {
  const settings = await app.settings.current()
  const { reason, note = null, photo, fixes = [] } = call.body
  await storeFixesOfMove(app, call.who, fixes)
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
          points: await listTripPoints(tx, booking.id),
          admins: await listAdmins(tx),
        },
        now,
      )
    },
    afterwards: (tx, { booking }) => attachPhoto(tx, { file: photo, booking: booking.id, kind: 'return_image' }),
  })
}
