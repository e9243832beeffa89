import { metresBetween } from '../graph/geodesy.ts'

/** A position from a device. Degrees; `at` in ms since 1970 (may repeat or be absent), `accuracy` in metres. */
export interface Fix {
  readonly lat: number
  readonly lng: number
  readonly at?: number
  readonly accuracy?: number
}

/** The largest accuracy (error in metres) of a fix that is used [design/maps-8]. */
const WORST_ACCURACY = 50
/** Faster than a car: 200 km/h in metres per second. */
const TOP_SPEED = 200 / 3.6
/** Fixes nearer than this add only noise, at a stop even a false movement. Metres. */
const APART = 100
/** The same as a multiple of the accuracy: the noise of nearer fixes is larger than the bends of a road. */
const APART_BY_ACCURACY = 12
/** This many fixes that contradict one outvote it. */
const OUTVOTED = 3

export const distance = (a: Fix, b: Fix): number => metresBetween(a.lat * 1e7, a.lng * 1e7, b.lat * 1e7, b.lng * 1e7)

const metresApart = ({ accuracy = 0 }: Fix): number => Math.max(APART, APART_BY_ACCURACY * accuracy)

/** Drops fixes that are inaccurate, impossible to have driven, or too near to the one before; the last one stays. */
export const cleanFixes = (fixes: readonly Fix[]): Fix[] => {
  const accurate = fixes.filter((fix) => (fix.accuracy ?? 0) <= WORST_ACCURACY)
  const possible = withoutJumps(accurate.length >= 2 ? accurate : fixes)
  const kept: Fix[] = []
  for (const fix of possible) if (kept.length === 0 || distance(kept.at(-1)!, fix) >= metresApart(fix)) kept.push(fix)
  const last = possible.at(-1)
  if (last && kept.at(-1) !== last) {
    if (kept.length > 1) kept.pop()
    kept.push(last)
  }
  return kept
}

const withoutJumps = (fixes: readonly Fix[]): Fix[] => {
  const kept: Fix[] = []
  let refused = 0
  for (const fix of fixes) {
    const last = kept.at(-1)
    if (!last || !isJump(last, fix)) {
      kept.push(fix)
      refused = 0
    } else if (++refused === OUTVOTED) {
      kept.pop()
      kept.push(fix)
      refused = 0
    }
  }
  return kept
}

const isJump = (a: Fix, b: Fix): boolean => {
  const seconds = ((b.at ?? 0) - (a.at ?? 0)) / 1000
  return seconds > 0 && distance(a, b) > TOP_SPEED * seconds + WORST_ACCURACY
}
