import type { BookingPhotoKind } from '@remis/domain/files/file-kinds'
import { keptBox } from '../../platform/sending/kept-box.ts'

/** A photo that was taken and that no move has used yet. */
export interface KeptPhoto {
  /** who took it: another person of this browser neither sees nor sends it */
  readonly user: string
  readonly booking: string
  readonly name: BookingPhotoKind
  readonly picture: Blob
  /** ms */
  readonly takenAt: number
  /** of the stored file; null: not sent */
  readonly file: string | null
}

/** Where photos wait for the network, also through a reload. */
export interface PhotoBox {
  all(): Promise<readonly KeptPhoto[]>
  put(photo: KeptPhoto): Promise<void>
  remove(photo: Pick<KeptPhoto, 'booking' | 'name'>): Promise<void>
}

const keyOf = ({ booking, name }: Pick<KeptPhoto, 'booking' | 'name'>): string => `${booking}/${name}`

export const photoBox = (): PhotoBox => {
  const box = keptBox<KeptPhoto>('remis.photos', 'photos', keyOf)
  return { ...box, remove: (photo) => box.remove(keyOf(photo)) }
}
