import type { BookingPhotoKind } from '@remis/domain/files/file-kinds'
import { bookingPhotosCalls } from '@remis/domain/files/files-routes'
import { useEffect, useMemo } from 'react'
import { mayHaveHappened } from '../../booking-parts/booking-queries.ts'
import { sendPicture, shrink } from '../../files/upload-picture.ts'
import { useSession } from '../../platform/api/session.ts'
import { showError } from '../../platform/show-message.ts'
import { needsSignIn, requireOwnSession } from '../../platform/sending/own-requests.ts'
import { useSenderState } from '../../platform/sending/use-sender-state.ts'
import { photoBox } from './photo-box.ts'
import { makePhotoSender, photoKey, type PhotoSender } from './photo-sender.ts'

const senders = new Map<string, PhotoSender>()

/** One sender for each person of this page. */
export const photoSenderOf = (user: string): PhotoSender => {
  const held = senders.get(user)
  if (held !== undefined) return held
  const made = makePhotoSender(user, {
    box: photoBox(),
    send: async ({ booking, name, picture }, onProgress) => {
      requireOwnSession(user)
      const address = `${bookingPhotosCalls.upload.path.replace(':id', booking)}?name=${name}`
      return (await sendPicture(address, picture, onProgress)).id
    },
    // it may be the only proof: it waits for the next sign-in
    mayHaveHappened: (error) => mayHaveHappened(error) || needsSignIn(error),
    refused: showError,
    now: () => Date.now(),
    after: (ms, run) => setTimeout(run, ms),
  })
  senders.set(user, made)
  return made
}

/** The photo of this name, if one was taken, and the ways to take one and to remove it. */
export const usePhoto = (booking: string, name: BookingPhotoKind) => {
  const sender = photoSenderOf(useSession().user?.id ?? '')
  const states = useSenderState(sender)
  return {
    photo: states.get(photoKey(booking, name)) ?? null,
    take: async (file: Blob) => sender.take(booking, name, file instanceof File ? await shrink(file, name) : file),
    remove: async () => sender.remove(booking, name),
  }
}

/** An address to show a picture that is on this phone. */
export const usePictureAddress = (picture: Blob | undefined): string | null => {
  const address = useMemo(() => (picture === undefined ? null : URL.createObjectURL(picture)), [picture])
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address])
  return address
}
