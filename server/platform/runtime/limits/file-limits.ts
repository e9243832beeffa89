/** Limits of the pictures that people upload. */
export interface FileLimits {
  /** Decoded at a time, and how many wait for it. */
  readonly decodedAtOnce: number
  readonly queue: number
  /** Of one person, used ones and loose ones together. */
  readonly mostFiles: number
  readonly mostBytes: number
  readonly perDay: number
  /** Pictures of one delivery, unused ones included; pictures that one courier may send in a day. */
  readonly photosPerBooking: number
  readonly photosPerDay: number
  /** Photos of one chat, loose ones included. */
  readonly photosPerChat: number
  /** Of the pictures of bookings in an export of a person's data: it is made in memory. */
  readonly exportedBytes: number
  /** A file that nothing uses is deleted after this. */
  readonly looseHours: number
  readonly deletedAtOnce: number
}

export const fileLimits: FileLimits = {
  decodedAtOnce: 1,
  queue: 20,
  mostFiles: 60,
  mostBytes: 60 * 1024 * 1024,
  perDay: 60,
  photosPerBooking: 12,
  photosPerDay: 600,
  photosPerChat: 20,
  exportedBytes: 40 * 1024 * 1024,
  looseHours: 24,
  deletedAtOnce: 100,
}
