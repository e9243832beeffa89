import { AppError } from '@remis/domain/messages/app-error'
import { averageRating } from '@remis/domain/people/rating'
import type { Tx } from '../platform/database/database.ts'
import { addToRatingSum, updateRatingAverage } from './person-store.ts'
import { insertRating, type Rating } from './rating-store.ts'

/** Stores the rating and updates the driver's average, rounded to one decimal [booking-18]. */
export const rateDriver = async (tx: Tx, rating: Rating): Promise<void> => {
  if (!(await insertRating(tx, rating))) throw new AppError(409, 'already_rated')
  const { rating_sum: sum, rating_count: count } = await addToRatingSum(tx, rating.to, rating.rate)
  await updateRatingAverage(tx, rating.to, averageRating({ sum, count }))
}
