import { metresBetween, METRES, radians } from '../graph/geodesy.ts'
import type { Fix } from './clean-fixes.ts'

/** Of a normal distribution, the median of the absolute value in standard deviations. */
const MEDIAN = 0.6745
/** Standard deviation of the middle one of three fixes from the line of the others. */
const OF_THREE = Math.sqrt(1.5)

/** Neighbours farther apart than this are not used: bends of the road would count as noise. Metres. */
const NEAR = 200
/** With fewer neighbours the noise is not estimated. */
const FEWEST = 5
/** Streets are dense: another road than the one driven is often the nearest. */
const DENSE = 1.3

/**
 * Standard deviation of a track's fixes in metres, for devices that do not report an accuracy: from the distances of
 * fixes from the line of both neighbours, or where those are far apart from the distances to the nearest roads.
 * @param away metres from each fix to the nearest road, where there is one
 */
export const estimateNoise = (fixes: readonly Fix[], away: readonly number[]): number => {
  const aside = fixes.slice(1, -1).flatMap((fix, i) => asideOf(fixes[i]!, fix, fixes[i + 2]!))
  if (aside.length >= FEWEST) return median(aside) / MEDIAN / OF_THREE
  return (median(away) / MEDIAN) * DENSE
}

const median = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Metres of b from the line through a and c; nothing when they are far apart. */
const asideOf = (a: Fix, b: Fix, c: Fix): number[] => {
  const length = metresBetween(a.lat * 1e7, a.lng * 1e7, c.lat * 1e7, c.lng * 1e7)
  if (length < 1 || length > NEAR) return []
  const east = Math.cos(radians(b.lat * 1e7))
  const [x, y] = [(c.lng - a.lng) * east, c.lat - a.lat]
  const [u, v] = [(b.lng - a.lng) * east, b.lat - a.lat]
  return [(Math.abs(x * v - y * u) * METRES * METRES * 1e14) / length]
}
