import type { Tx } from '../platform/database/database.ts'

export interface Rating {
  readonly bookingId: string
  readonly from: string
  readonly to: string
  /** stars, 1 to 5 */
  readonly rate: number
  readonly tags: readonly string[]
  readonly feedback: string | null
}

/** False where this person has rated this booking before. */
export const insertRating = async (tx: Tx, rating: Rating): Promise<boolean> => {
  const inserted = await tx
    .insertInto('ratings')
    .values({
      booking_id: rating.bookingId,
      from_user: rating.from,
      to_user: rating.to,
      rate: rating.rate,
      tags: [...rating.tags],
      comment: rating.feedback,
    })
    .onConflict((conflict) => conflict.columns(['booking_id', 'from_user']).doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows) === 1
}
