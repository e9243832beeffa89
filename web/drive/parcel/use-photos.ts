import type { BookingPhotoKind } from '@remis/domain/files/file-kinds'
import { bookingPhotosCalls } from '@remis/domain/files/files-routes'
import { mayHaveHappened } from '../../booking-parts/booking-queries.ts'
import { sendPicture, shrink } from '../../files/upload-picture.ts'
import { showError } from '../../platform/show-message.ts'
import { useSenderState } from '../../platform/sending/use-sender-state.ts'
import { photoBox } from './photo-box.ts'
import { makePhotoSender, photoKey, type PhotoSender } from './photo-sender.ts'

let made: PhotoSender | undefined

/** One sender for the lifetime of the page. */
export const photoSender = (): PhotoSender =>
  (made ??= makePhotoSender({
    box: photoBox(),
    send: async ({ booking, name, picture }, onProgress) => {
      const address = `${bookingPhotosCalls.upload.path.replace(':id', booking)}?name=${name}`
      return (await sendPicture(address, picture, onProgress)).id
    },
    mayHaveHappened,
    refused: showError,
    now: () => Date.now(),
    after: (ms, run) => setTimeout(run, ms),
  }))

/** The photo of this name, if one was taken, and the way to take one. */
export const usePhoto = (booking: string, name: BookingPhotoKind) => {
  const sender = photoSender()
  const states = useSenderState(sender)
  return {
    photo: states.get(photoKey(booking, name)) ?? null,
    take: async (file: Blob) => sender.take(booking, name, file instanceof File ? await shrink(file) : file),
  }
}
