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
export const TOP_SPEED = 200 / 3.6
/** The last kept fix is dropped after this many consecutive fixes that contradict it. */
const CONTRADICTIONS = 3
/** A fix that lies this far off the way between its neighbours, and farther by each second, is an error. */
const ASIDE = { metres: 100, perSecond: 15 }

export const distance = (a: Fix, b: Fix): number => metresBetween(a.lat * 1e7, a.lng * 1e7, b.lat * 1e7, b.lng * 1e7)

/** Leaves out fixes that are inaccurate or that no car can have reached in time. */
export const possibleFixes = (fixes: readonly Fix[]): Fix[] => {
  const accurate = fixes.filter((fix) => (fix.accuracy ?? 0) <= WORST_ACCURACY)
  const reached = withoutJumps(accurate.length >= 2 ? accurate : fixes)
  return reached.filter((fix, i) => !isAside(reached[i - 1], fix, reached[i + 1]))
}

const withoutJumps = (fixes: readonly Fix[]): Fix[] => {
  const kept: Fix[] = []
  let refused = 0
  for (const fix of fixes) {
    const last = kept.at(-1)
    if (!last || !isJump(last, fix)) {
      kept.push(fix)
      refused = 0
    } else if (++refused === CONTRADICTIONS) {
      kept.pop()
      kept.push(fix)
      refused = 0
    }
  }
  return kept
}

/** Seconds from one fix to another; 0 when one has no time. */
export const secondsBetween = (a: Fix, b: Fix): number =>
  a.at === undefined || b.at === undefined ? 0 : (b.at - a.at) / 1000

const isJump = (a: Fix, b: Fix): boolean => {
  const seconds = secondsBetween(a, b)
  return seconds > 0 && distance(a, b) > TOP_SPEED * seconds + WORST_ACCURACY
}

const isAside = (before: Fix | undefined, fix: Fix, after: Fix | undefined): boolean => {
  if (!before || !after) return false
  const [to, on] = [secondsBetween(before, fix), secondsBetween(fix, after)]
  if (to <= 0 || on <= 0) return false
  const share = to / (to + on)
  const between = {
    lat: before.lat + share * (after.lat - before.lat),
    lng: before.lng + share * (after.lng - before.lng),
  }
  return distance(between, fix) > ASIDE.metres + ASIDE.perSecond * Math.min(to, on)
}
