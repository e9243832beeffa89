import { keptBox } from '../platform/sending/kept-box.ts'

/** What a picture is for; one is kept for each. */
export interface PictureUse {
  /** a booking's id, or what else of the person the picture belongs to */
  readonly subject: string
  readonly name: string
}

/** A picture that was chosen and that nothing has used yet. */
export interface KeptPicture extends PictureUse {
  /** who chose it; other users of this browser do not see or send it */
  readonly user: string
  /** where it is posted to */
  readonly address: string
  readonly picture: Blob
  /** what was entered beside it */
  readonly note?: string
  /** for a form that is lost with its page: not kept through a reload */
  readonly brief?: true
  /** ms */
  readonly takenAt: number
  /** of the stored file; null: not sent */
  readonly file: string | null
}

/** Where pictures wait for the network, also through a reload. */
export interface PictureBox {
  all(): Promise<readonly KeptPicture[]>
  put(picture: KeptPicture): Promise<void>
  remove(use: PictureUse): Promise<void>
}

export const pictureKey = ({ subject, name }: PictureUse): string => `${subject}/${name}`

export const pictureBox = (): PictureBox => {
  const box = keptBox<KeptPicture>('remis.pictures', 'pictures', pictureKey)
  return { ...box, remove: (use) => box.remove(pictureKey(use)) }
}
