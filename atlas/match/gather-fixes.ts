import { METRES, radians } from '../graph/geodesy.ts'
import { distance } from './clean-fixes.ts'
import type { Fix } from './clean-fixes.ts'

/** One or more fixes at nearly the same place: their mean. */
export interface Place extends Fix {
  /** Standard deviation of the mean, metres. */
  readonly noise: number
}

/** Fixes within this many standard deviations of their mean are one place: their differences are mostly noise. */
const APART = 3
const LEAST_APART = 25
/** The noise of the mean does not fall further: errors of neighbouring fixes depend on each other. */
const MOST_AVERAGED = 4
/**
 * Two unit vectors, to a place and back from it, add up to more than this where the track turns back: 2 is a full turn.
 */
const SHARP = 1.7
/** A single fix outside a place with at least this many is left out when the next one is inside again. */
const STANDING = 4

/**
 * Groups neighbouring fixes into places: a standing car is one place, a moving car has one every few dozen metres.
 * Leaves out a single fix outside a place if the next one is inside again.
 */
export const gatherFixes = (fixes: readonly Fix[], noiseOf: (fix: Fix) => number): Place[] => {
  const groups: Fix[][] = []
  let away: Fix | undefined
  for (const fix of fixes) {
    const group = groups.at(-1)
    if (!group) groups.push([fix])
    else if (isNear(group, fix, noiseOf)) {
      group.push(fix)
      away = undefined
    } else if (away || group.length < STANDING) {
      groups.push(away ? [away] : [fix])
      if (away) {
        // The second fix outside confirms the first: both go on from here.
        if (isNear(groups.at(-1)!, fix, noiseOf)) groups.at(-1)!.push(fix)
        else groups.push([fix])
      }
      away = undefined
    } else away = fix
  }
  if (away) groups.push([away])
  const places = groups.map((group) => placeOf(group, noiseOf))
  return groups.map((group, i) => {
    const [before, place, after] = [places[i - 1], places[i]!, places[i + 1]]
    if (!before && !after) return place
    if (!before) return { ...group[0]!, ...endOf(group), noise: place.noise }
    if (!after) return { ...group.at(-1)!, ...endOf(group.toReversed()), noise: place.noise }
    return { ...place, ...turnOf(group, [before, place, after], mean(group.map(noiseOf))) }
  })
}

const isNear = (group: readonly Fix[], fix: Fix, noiseOf: (fix: Fix) => number): boolean => {
  const spread = noiseOf(fix) * Math.sqrt(1 + 1 / group.length)
  return distance(meanOf(group), fix) < Math.max(LEAST_APART, APART * spread)
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const meanOf = (group: readonly Fix[]): { lat: number; lng: number } => ({
  lat: mean(group.map(({ lat }) => lat)),
  lng: mean(group.map(({ lng }) => lng)),
})

const placeOf = (group: readonly Fix[], noiseOf: (fix: Fix) => number): Place => {
  const times = group.flatMap(({ at }) => (at === undefined ? [] : [at]))
  return {
    ...meanOf(group),
    ...(times.length > 0 ? { at: mean(times) } : {}),
    noise: mean(group.map(noiseOf)) / Math.sqrt(Math.min(group.length, MOST_AVERAGED)),
  }
}

interface LatLng {
  readonly lat: number
  readonly lng: number
}

/** Where a track begins: the line through its first fixes (least squares), at the first of them. */
const endOf = (group: readonly Fix[]): LatLng => {
  const middle = (group.length - 1) / 2
  const spread = group.reduce((sum, _, i) => sum + (i - middle) ** 2, 0)
  const slope = (of: (fix: Fix) => number): number =>
    spread === 0 ? 0 : group.reduce((sum, fix, i) => sum + (i - middle) * of(fix), 0) / spread
  const { lat, lng } = meanOf(group)
  return { lat: lat - middle * slope((fix) => fix.lat), lng: lng - middle * slope((fix) => fix.lng) }
}

/**
 * Where a track turns back, the fixes of a place lie on the way there and on the way back, so the turn is farther out
 * than their mean: by √3 standard deviations (even distribution), less the noise.
 */
const turnOf = (
  group: readonly Fix[],
  [before, place, after]: readonly [Place, Place, Place],
  noise: number,
): LatLng => {
  const metres = { lat: METRES * 1e7, lng: METRES * 1e7 * Math.cos(radians(place.lat * 1e7)) }
  const away = ({ lat, lng }: LatLng): [number, number] => [
    (lng - place.lng) * metres.lng,
    (lat - place.lat) * metres.lat,
  ]
  const [a, b] = [before, after].map((other) => away(other))
  const [x, y] = [0, 1].map((i) => -a![i]! / Math.hypot(...a!) - b![i]! / Math.hypot(...b!)) as [number, number]
  const sharp = Math.hypot(x, y)
  if (!(sharp > SHARP) || group.length < 2) return place
  const along = group.map((fix) => {
    const [east, north] = away(fix)
    return (east * x + north * y) / sharp
  })
  const variance = along.reduce((sum, value) => sum + value ** 2, 0) / (group.length - 1)
  const beyond = Math.sqrt(3 * Math.max(0, variance - noise ** 2)) / sharp
  return { lat: place.lat + (y * beyond) / metres.lat, lng: place.lng + (x * beyond) / metres.lng }
}
