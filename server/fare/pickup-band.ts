/** Upper ends of the bands in minutes; beyond the last the band is null. */
const ends = [3, 5, 8, 12, 20, 30, 45]

/**
 * Minutes to the pickup as a band, so that no driver can be located by asking often [design/api-31]. null: no driver
 * near.
 */
export const pickupBand = (seconds: number | null): { from: number; to: number } | null => {
  if (seconds === null) return null
  const index = ends.findIndex((end) => seconds <= end * 60)
  const to = ends[index]
  return to === undefined ? null : { from: ends[index - 1] ?? 1, to }
}
