interface RatingSum {
  readonly sum: number
  readonly count: number
}

/** A driver's average to one decimal, half up (spec 1 §4 COMPLETE, §9); null while nobody has rated. */
export const averageRating = ({ sum, count }: RatingSum): number | null =>
  count === 0 ? null : Math.round((sum * 10) / count) / 10
