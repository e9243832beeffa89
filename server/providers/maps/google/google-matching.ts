import { encodePolyline, tidyTrack, TOP_SPEED } from '@remis/atlas'
import { kmBetween } from '@remis/domain/kit/distance'
import { z } from 'zod'
import { checkFixes } from '../check-points.ts'
import { kmOfMetres } from '../outside/lines.ts'
import { MapsError, type Matching, type Point } from '../maps-provider.ts'
import { googlePrices, type AskGoogle } from './google-api.ts'
import { readAnswer } from './read-answer.ts'

/** Most points of one request. */
export const mostPoints = 100
/** Points that a request shares with the one before, so that both know where the car came from. */
const OVERLAP = 10
/** Tolerance for the errors of two positions, metres. */
const SLACK = 100

type Place = ReturnType<typeof tidyTrack>[number]

const snapped = z.object({
  snappedPoints: z
    .array(
      z.object({
        location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
        originalIndex: z.int().min(0).optional(),
      }),
    )
    .default([]),
})

/** A point of the matched line; `place`: index of the place of the track that was snapped to it. */
interface OnRoad extends Point {
  readonly place: number | undefined
}

/**
 * The Roads API behind the port [design/maps-93]. The length is that of the points that Google returns. Where Google
 * leaves places out, and where the line would need more than 200 km/h, straight lines between the places count.
 */
export const googleMatching = ({ ask }: { readonly ask: AskGoogle }): Matching => {
  const snap = async (places: readonly Place[], from: number): Promise<OnRoad[]> => {
    const answer = await ask({
      api: 'roads',
      path: '/v1/snapToRoads',
      query: {
        interpolate: 'true',
        path: places.map(({ lat, lng }) => `${lat.toFixed(7)},${lng.toFixed(7)}`).join('|'),
      },
      cost: googlePrices.snapToRoads,
      forFare: true,
    })
    return readAnswer(snapped, answer, 'snappedPoints').snappedPoints.map(({ location, originalIndex }) => ({
      lat: location.latitude,
      lng: location.longitude,
      place: originalIndex === undefined || originalIndex >= places.length ? undefined : from + originalIndex,
    }))
  }
  return {
    // Between points more than 300 m apart Google adds none of the road, and a straight line would be charged.
    mostFixes: 500,
    matchedDistance: async (fixes) => {
      checkFixes(fixes)
      const places = tidyTrack(fixes)
      const way: OnRoad[] = []
      // The track of a standing car is one place and has no length.
      const windows = places.length < 2 ? [] : windowsOf(places.length)
      for (const { from, to, first, last } of windows) {
        const points = between(await snap(places.slice(from, to), from), first, last)
        // Neighbouring windows share a point: drop the second copy.
        const seam = way.at(-1)?.place
        way.push(...(seam !== undefined && points[0]?.place === seam ? points.slice(1) : points))
      }
      if (windows.length > 0 && way.length === 0)
        throw new MapsError('NO_SEGMENT', 'No road runs near these positions.')
      const line = wayThrough(places, way)
      const metres = line.slice(1).reduce((sum, point, i) => sum + metresBetween(line[i]!, point), 0)
      return { distance_in_km: kmOfMetres(metres), coords: line, polylinePoints: encodePolyline(line) }
    },
  }
}

interface Window {
  readonly from: number
  /** exclusive */
  readonly to: number
  /** The part of the window that counts, both inclusive. */
  readonly first: number
  readonly last: number
}

/** At most 100 places each; two neighbours share ten and meet in the middle of them. */
export const windowsOf = (places: number): Window[] => {
  const windows: Window[] = []
  for (let from = 0; ; from += mostPoints - OVERLAP) {
    const to = Math.min(places, from + mostPoints)
    const atEnd = to === places
    windows.push({
      from,
      to,
      first: from === 0 ? 0 : from + OVERLAP / 2,
      last: atEnd ? places - 1 : to - OVERLAP / 2,
    })
    if (atEnd) return windows
  }
}

/** The part of the matched line between the first and the last place in the range that are on a road. */
const between = (points: readonly OnRoad[], first: number, last: number): OnRoad[] => {
  const inRange = ({ place }: OnRoad): boolean => place !== undefined && place >= first && place <= last
  const start = points.findIndex(inRange)
  return start === -1 ? [] : points.slice(start, points.findLastIndex(inRange) + 1)
}

/** The whole line: along roads where Google found a plausible route, else straight from place to place. */
const wayThrough = (places: readonly Place[], way: readonly OnRoad[]): Point[] => {
  const line: Point[] = []
  const add = (points: readonly Point[]): void => {
    for (const { lat, lng } of points) {
      const last = line.at(-1)
      if (last?.lat !== lat || last.lng !== lng) line.push({ lat, lng })
    }
  }
  let passed: OnRoad[] = []
  let reached = -1
  for (const point of way) {
    if (point.place === undefined) passed.push(point)
    // Skips a place that the line visits a second time.
    else if (point.place > reached) {
      const skipped = places.slice(reached + 1, point.place)
      const from = line.at(-1)
      if (from === undefined || skipped.length > 0) add(skipped)
      else if (isDrivable([from, ...passed, point], places[reached]!, places[point.place]!)) add(passed)
      add([point])
      reached = point.place
      passed = []
    }
  }
  add(places.slice(reached + 1))
  return line
}

/** Whether the line can be driven in the time at 200 km/h at most; true without times. */
const isDrivable = (way: readonly Point[], a: Place, b: Place): boolean => {
  const seconds = a.at === undefined || b.at === undefined ? 0 : (b.at - a.at) / 1000
  if (seconds <= 0) return true
  const metres = way.slice(1).reduce((sum, point, i) => sum + metresBetween(way[i]!, point), 0)
  return metres <= TOP_SPEED * seconds + SLACK
}

const metresBetween = (a: Point, b: Point): number => kmBetween(a, b) * 1000
