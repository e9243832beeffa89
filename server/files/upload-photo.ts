import type { Booking } from '@remis/domain/booking/booking'
import { pickupStatuses, type Status } from '@remis/domain/booking/statuses'
import type { BookingPhotoKind, chatPhotoKind } from '@remis/domain/files/file-kinds'
import type { bookingPhotosApi } from '@remis/domain/files/files-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import { findBooking, lockBooking } from '../booking/booking-rows.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { countAgainst } from '../platform/http/rate-limits.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { countUsedPhotos, insertFile, makeRoom, type PhotoScope } from './file-store.ts'
import type { FilesDeps } from './files-deps.ts'
import { storeUpload } from './upload-file.ts'

const secondsPerDay = 86_400

/** The statuses in which each picture can be sent [design/delivery-20]. */
const takenAt: Readonly<Record<BookingPhotoKind, readonly Status[]>> = {
  pickup_image: pickupStatuses,
  deliver_image: ['STARTED'],
  return_image: ['STARTED'],
  signature: ['STARTED'],
}

/** 422 `file_quota` when as many pictures are used; loose ones make room [design/delivery-20]. */
const checkUsed = async (db: Kysely<Tables>, scope: PhotoScope, most: number): Promise<void> => {
  if ((await countUsedPhotos(db, scope)) >= most) throw new AppError(422, 'file_quota')
}

/**
 * Stores a picture of a delivery for the move that uses it: by the booking's driver, while its kind is due, up to a
 * limit per booking; checked before a byte is read and again under the booking's lock. The sender owns it: it stays
 * when the courier's account is deleted and is deleted with the sender's [design/delivery-21].
 */
export const uploadPhoto: UseCase<FilesDeps, typeof bookingPhotosApi.upload> = async (app, call) => {
  const { who, params } = call
  const kind = call.query.name
  const scope = { booking: params.id, kind, owner: null }
  const { photosPerBooking, photosPerDay } = app.config.limits.files
  const check = async (db: Kysely<Tables>, booking: Booking | null): Promise<Booking> => {
    if (booking?.driver !== who.id) throw new AppError(404, 'not_found')
    if (!takenAt[kind].includes(booking.status)) throw new AppError(409, 'booking_moved_on')
    await checkUsed(db, scope, photosPerBooking)
    return booking
  }
  await check(app.db.request, await findBooking(app.db.request, params.id))
  await countAgainst(app.db.request, 'photo', who.id, photosPerDay, secondsPerDay)
  return storeUpload(app, call, kind, async (tx, file) => {
    const booking = await check(tx, await lockBooking(tx, params.id))
    await makeRoom(tx, scope, photosPerBooking)
    await insertFile(tx, { ...file, owner: booking.customer, kind, booking: booking.id })
  })
}

/**
 * Stores a photo of a booking's chat for its owner, who may send it. The limit per person and chat is checked before a
 * byte is read and again under the booking's lock; another one counts the photos of a person in a day.
 */
export const storeChatPhoto = async (
  app: FilesDeps,
  call: {
    readonly upload: () => Promise<Buffer>
    commit<T extends { id: string; url: string }>(work: (tx: Tx) => Promise<T>): Promise<T>
  },
  { kind, booking, owner }: { readonly kind: typeof chatPhotoKind; readonly booking: string; readonly owner: string },
): Promise<{ id: string; url: string }> => {
  const { photosPerChat, photosPerDay } = app.config.limits.files
  const scope = { booking, kind, owner }
  await checkUsed(app.db.request, scope, photosPerChat)
  await countAgainst(app.db.request, 'photo', owner, photosPerDay, secondsPerDay)
  return storeUpload(app, call, kind, async (tx, file) => {
    await lockBooking(tx, booking)
    await checkUsed(tx, scope, photosPerChat)
    await makeRoom(tx, scope, photosPerChat)
    await insertFile(tx, { ...file, owner, kind, booking })
  })
}
