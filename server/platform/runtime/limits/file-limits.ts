/** Limits of the pictures that people upload. */
export const fileLimits = {
  /** Uploads that are read into memory at the same time: of one person, and in all. */
  readOfPerson: 2,
  readAtOnce: 24,
  /** Decoded at a time, and how many wait for it. */
  decodedAtOnce: 1,
  queue: 20,
  /** Of one person, used ones and loose ones together. */
  mostFiles: 60,
  mostBytes: 60 * 1024 * 1024,
  perDay: 60,
  /**
   * Pictures of one delivery, unused ones included; pictures of deliveries and chats that one person may send in a day.
   */
  photosPerBooking: 12,
  photosPerDay: 600,
  /** Photos of one person in one chat, loose ones included. */
  photosPerChat: 20,
  /** Of the pictures of bookings in an export of a person's data: it is made in memory. */
  exportedBytes: 40 * 1024 * 1024,
  /** A file that nothing uses is deleted after this. */
  looseHours: 24,
  deletedAtOnce: 100,
}
