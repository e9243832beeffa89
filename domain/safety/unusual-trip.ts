import { kmBetween, type LatLng } from '../kit/distance.ts'

/** Why the rider is asked whether everything is all right [design/safety-20]. */
export const hints = ['long-stop', 'off-route', 'phone-gone'] as const
export type Hint = (typeof hints)[number]

export const unusualLimits = {
  /** the car has not left a circle of this size for this long */
  stopKm: 0.1,
  stopMinutes: 10,
  /** a stop this near to pickup or drop does not count */
  atPlaceKm: 0.3,
  /** the car is this far from the planned way for this long */
  farKm: 1.5,
  farMinutes: 3,
  /** the driver's phone has sent no position for this long */
  goneMinutes: 5,
  /** a less exact position counts as a sign of life only, metres */
  accuracy: 150,
  /** the rider has this long to answer */
  answerMinutes: 3,
  /** least time between two questions of one trip */
  againMinutes: 20,
} as const

const ms = (minutes: number) => minutes * 60_000

/** A position of the driver; `at` in ms, `accuracy` in metres. */
export interface SeenFix extends LatLng {
  readonly at: number
  readonly accuracy?: number | null | undefined
}

/** The state of a started trip that is kept between two checks. Times in ms. */
export interface TripWatch {
  /** of the first check; silence before it is unknown */
  readonly since: number
  /** where the car stands, and since when; null: at the pickup or drop, or not known yet */
  readonly stand: (LatLng & { readonly at: number }) | null
  /** since when the car is far from the planned way */
  readonly farSince: number | null
}

export interface WatchedWay {
  readonly pickup: LatLng
  readonly drop: LatLng
  /** the planned way; fewer than two points: none is known */
  readonly route: readonly LatLng[]
}

/** One check of a started trip: the next state, and the most serious unusual sign; null: none. */
export const watchTrip = (
  before: TripWatch | null,
  fix: SeenFix | null,
  way: WatchedWay,
  now: number,
): { readonly watch: TripWatch; readonly hint: Hint | null } => {
  const since = before?.since ?? now
  const exact = fix !== null && (fix.accuracy ?? 0) <= unusualLimits.accuracy
  const watch: TripWatch = {
    since,
    stand: exact ? standOf(before?.stand ?? null, fix, way) : (before?.stand ?? null),
    farSince: exact ? farSinceOf(before?.farSince ?? null, fix, way.route) : (before?.farSince ?? null),
  }
  return { watch, hint: hintOf(watch, fix, now) }
}

const hintOf = ({ since, stand, farSince }: TripWatch, fix: SeenFix | null, now: number): Hint | null => {
  const { goneMinutes, farMinutes, stopMinutes } = unusualLimits
  if (now - Math.max(since, fix?.at ?? 0) >= ms(goneMinutes)) return 'phone-gone'
  if (fix === null) return null
  if (farSince !== null && fix.at - farSince >= ms(farMinutes)) return 'off-route'
  return stand !== null && fix.at - stand.at >= ms(stopMinutes) ? 'long-stop' : null
}

const standOf = (stand: TripWatch['stand'], fix: SeenFix, { pickup, drop }: WatchedWay): TripWatch['stand'] => {
  const { atPlaceKm, stopKm } = unusualLimits
  if (kmBetween(fix, pickup) <= atPlaceKm || kmBetween(fix, drop) <= atPlaceKm) return null
  return stand !== null && kmBetween(fix, stand) <= stopKm ? stand : { lat: fix.lat, lng: fix.lng, at: fix.at }
}

const farSinceOf = (farSince: number | null, fix: SeenFix, route: readonly LatLng[]): number | null =>
  route.length < 2 || kmFromLine(fix, route) <= unusualLimits.farKm ? null : (farSince ?? fix.at)

const kmPerDegree = 111.195

/** The shortest distance of a point to a line, km; in the plane around the point, true enough within some 50 km. */
export const kmFromLine = (point: LatLng, line: readonly LatLng[]): number => {
  const kmPerLng = kmPerDegree * Math.cos((point.lat * Math.PI) / 180)
  const flat = (at: LatLng) => {
    // the short way round at the 180th meridian
    const dLng = ((((at.lng - point.lng + 540) % 360) + 360) % 360) - 180
    return { x: dLng * kmPerLng, y: (at.lat - point.lat) * kmPerDegree }
  }
  let nearest = Number.POSITIVE_INFINITY
  let from = flat(line[0] ?? point)
  for (const end of line) {
    const to = flat(end)
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const length = dx * dx + dy * dy
    const part = length === 0 ? 0 : Math.min(1, Math.max(0, -(from.x * dx + from.y * dy) / length))
    nearest = Math.min(nearest, Math.hypot(from.x + part * dx, from.y + part * dy))
    from = to
  }
  return nearest
}
