interface RatingSum {
  readonly sum: number
  readonly count: number
}

/** A driver's average to one decimal, half up [people-2]; null without a rating. */
export const averageRating = ({ sum, count }: RatingSum): number | null =>
  count === 0 ? null : Math.round((sum * 10) / count) / 10
