import type { BookingPhotoKind } from '@remis/domain/files/file-kinds'
import { bookingPhotosCalls } from '@remis/domain/files/files-routes'
import { useEffect, useMemo } from 'react'
import { shrink } from '../../files/upload-picture.ts'
import { usePictureSender, usePictureState } from '../../files/use-picture-sender.ts'

/** The photo of this name, if one was taken, and the ways to take one and to remove it. */
export const usePhoto = (booking: string, name: BookingPhotoKind) => {
  const use = { subject: booking, name }
  const sender = usePictureSender()
  const address = `${bookingPhotosCalls.upload.path.replace(':id', booking)}?name=${name}`
  return {
    photo: usePictureState(use),
    take: async (file: Blob) =>
      sender.take({ ...use, address, picture: file instanceof File ? await shrink(file, name) : file }),
    remove: async () => sender.remove(use),
  }
}

/** An address to show a picture that is on this phone. */
export const usePictureAddress = (picture: Blob | undefined): string | null => {
  const address = useMemo(() => (picture === undefined ? null : URL.createObjectURL(picture)), [picture])
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address])
  return address
}
