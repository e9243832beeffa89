import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import { between, headingOf, pointAt, project, type Path } from './path.ts'

/** Start and end of a marker's movement; times in ms of one clock. Immutable. */
export interface Glide {
  readonly from: LatLng
  readonly to: LatLng
  /** metres along the path, if both ends are on it */
  readonly track: { readonly from: number; readonly to: number } | null
  readonly begin: number
  readonly end: number
  readonly heading: number
}

/** A car farther than this from the route is not following it, metres. */
const offRoute = 60
/** A position this far behind the shown one is a real turn back, not noise, metres. */
const turnedBack = 80
/** Beyond this distance the marker jumps in place of gliding, metres. */
const tooFar = 1500
const shortest = 400
const longest = 6000

export const placed = (at: LatLng, now: number, heading = 0): Glide => ({
  from: at,
  to: at,
  track: null,
  begin: now,
  end: now,
  heading,
})

/** Heading of a car without one: along the route; null beside it. */
export const headingOn = (path: Path | null, at: LatLng): number | null => {
  if (path === null) return null
  const { along, off } = project(path, at)
  return off <= offRoute ? pointAt(path, along).heading : null
}

/**
 * Glides from the shown position to a new one, in about the time since the last position. On the route the marker
 * follows it and does not move back for noise.
 */
export const glideTo = (
  glide: Glide,
  path: Path | null,
  position: LatLng,
  now: number,
  heading: number | null = null,
): Glide => {
  const shown = glideAt(glide, path, now)
  const step = kmBetween(shown.at, position) * 1000
  if (step > tooFar) return placed(position, now, heading ?? glide.heading)
  const lasts = Math.min(longest, Math.max(shortest, now - glide.begin))
  const times = { begin: now, end: now + lasts }
  if (path !== null) {
    const start = project(path, shown.at, (shown.along ?? 0) - 5)
    const goal = project(path, position, start.along - turnedBack)
    if (start.off <= offRoute && goal.off <= offRoute && goal.along > start.along - turnedBack) {
      const track = { from: start.along, to: Math.max(start.along, goal.along) }
      const goalOnRoad = pointAt(path, track.to)
      const still = track.to - track.from < 1
      // the compass of a standing phone turns at random
      const faces = still ? goalOnRoad.heading : shown.heading
      return { from: shown.at, to: goalOnRoad.at, track, heading: faces, ...times }
    }
  }
  const turn = step < 3 ? shown.heading : headingOf(shown.at, position)
  return { from: shown.at, to: position, track: null, heading: turn, ...times }
}

/** Position and heading at a moment. The first metres blend from the old position onto the path. */
export const glideAt = (
  glide: Glide,
  path: Path | null,
  now: number,
): { at: LatLng; heading: number; along: number | null; done: boolean } => {
  const share = glide.end <= glide.begin ? 1 : Math.min(1, Math.max(0, (now - glide.begin) / (glide.end - glide.begin)))
  const done = share >= 1
  if (glide.track === null || path === null)
    return { at: between(glide.from, glide.to, share), heading: glide.heading, along: null, done }
  const along = glide.track.from + (glide.track.to - glide.track.from) * share
  const onRoad = pointAt(path, along)
  const still = glide.track.to - glide.track.from < 1
  const blend = Math.min(1, share * 5)
  return {
    at: blend < 1 ? between(glide.from, onRoad.at, blend) : onRoad.at,
    heading: still ? glide.heading : onRoad.heading,
    along,
    done,
  }
}
