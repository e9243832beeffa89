import * as codec from '@googlemaps/polyline-codec'
import type { Point } from '../maps-provider.ts'
import { drive, driveThrough, snap } from './emulated-city.ts'
import { emulateService, type EmulatedReply, type EmulatedRequest, type ServiceEmulator } from './service-emulator.ts'

export interface OsrmEmulator extends ServiceEmulator {
  /** Lines of the next replies have this precision; 5 is the documented one of `geometries=polyline`. */
  precision: 5 | 6
}

const refuse = (code: string, message: string): EmulatedReply => ({ status: 400, json: { code, message } })

/**
 * OSRM as docs/http.md of Project-OSRM/osrm-backend describes route, table and match, limits of a server without
 * options.
 */
export const emulateOsrm = async (): Promise<OsrmEmulator> => {
  const emulator: { precision: 5 | 6 } = { precision: 5 }
  const service = await emulateService((request) => {
    const [, name = '', version, profile, list = '', ...rest] = request.path.split('/')
    if (version !== 'v1') return refuse('InvalidVersion', `Version ${version} not known`)
    if (profile !== 'driving' || rest.length > 0) return refuse('InvalidUrl', 'URL string malformed')
    const points = list.split(';').map((pair) => {
      const [lng, lat] = pair.split(',').map(Number)
      return { lat: lat ?? NaN, lng: lng ?? NaN }
    })
    if (points.some(({ lat, lng }) => !(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)))
      return refuse('InvalidQuery', 'Query string malformed close to position 0')
    for (const option of ['radiuses', 'timestamps'] as const) {
      const given = request.query.get(option)
      if (given !== null && given.split(';').length !== points.length)
        return refuse('InvalidOptions', `Number of ${option} must be equal to number of coordinates`)
    }
    if (name === 'route') return route(points, request, emulator.precision)
    if (name === 'table') return table(points, request)
    if (name === 'match') return match(points, request, emulator.precision)
    return refuse('InvalidService', `Service ${name} not found!`)
  })
  return Object.assign(emulator, service)
}

const pairOf = ({ lat, lng }: Point): [number, number] => [lng, lat]
const encode = (line: readonly Point[], precision: 5 | 6): string => codec.encode([...line], precision)

const isWithinRadius = (points: readonly Point[], { query }: EmulatedRequest): boolean => {
  const radiuses = query.get('radiuses')?.split(';')
  return points.every((point, i) => {
    const radius = radiuses?.[i]
    return radius === undefined || radius === 'unlimited' || snap(point).metres <= Number(radius)
  })
}

const waypointOf = (point: Point) => {
  const { spot, metres } = snap(point)
  return { hint: 'AAAA', location: pairOf(spot), name: '', distance: metres }
}

const route = (points: readonly Point[], request: EmulatedRequest, precision: 5 | 6): EmulatedReply => {
  const [from, to] = [points[0], points[1]]
  if (from === undefined || to === undefined)
    return refuse('InvalidOptions', 'Number of coordinates needs to be at least two.')
  if (!isWithinRadius(points, request)) return refuse('NoSegment', 'Could not find a matching segment for coordinate 0')
  const found = drive(snap(from).spot, snap(to).spot)
  if (found === null) return refuse('NoRoute', 'Impossible route between points')
  const { metres, seconds, line } = found
  const geometry = request.query.get('overview') === 'false' ? {} : { geometry: encode(line, precision) }
  return {
    status: 200,
    json: {
      code: 'Ok',
      routes: [
        { ...geometry, weight_name: 'routability', weight: seconds, duration: seconds, distance: metres, legs: [] },
      ],
      waypoints: points.map(waypointOf),
    },
  }
}

const table = (points: readonly Point[], request: EmulatedRequest): EmulatedReply => {
  if (points.length > 100) return refuse('TooBig', 'Too many table coordinates')
  if (!isWithinRadius(points, request)) return refuse('NoSegment', 'Could not find a matching segment for coordinate 0')
  const chosen = (name: string): Point[] => {
    const given = request.query.get(name)
    return given === null || given === 'all' ? [...points] : given.split(';').flatMap((i) => points[Number(i)] ?? [])
  }
  const [sources, targets] = [chosen('sources'), chosen('destinations')]
  const annotations = (request.query.get('annotations') ?? 'duration').split(',')
  const cells = (value: 'seconds' | 'metres') =>
    sources.map((from) => targets.map((to) => drive(snap(from).spot, snap(to).spot)?.[value] ?? null))
  return {
    status: 200,
    json: {
      code: 'Ok',
      sources: sources.map(waypointOf),
      destinations: targets.map(waypointOf),
      ...(annotations.includes('duration') ? { durations: cells('seconds') } : {}),
      ...(annotations.includes('distance') ? { distances: cells('metres') } : {}),
    },
  }
}

/** Timestamps further apart than this split the trace, s. */
const GAP_SECONDS = 60

const match = (points: readonly Point[], request: EmulatedRequest, precision: 5 | 6): EmulatedReply => {
  if (points.length > 100) return refuse('TooBig', 'Too many trace coordinates')
  if (points.length < 2) return refuse('InvalidOptions', 'Number of coordinates needs to be at least two.')
  const times = request.query.get('timestamps')?.split(';').map(Number)
  if (times?.some((time, i) => !Number.isInteger(time) || (i > 0 && time <= (times[i - 1] ?? time))))
    return refuse('InvalidValue', 'Timestamps need to be monotonically increasing.')
  const groups: number[][] = []
  points.forEach((point, i) => {
    // Candidates are searched within three times the radius.
    if (snap(point).metres > 3 * Number(request.query.get('radiuses')?.split(';')[i] ?? 5)) return
    const last = groups.at(-1)
    const before = last?.at(-1)
    const isGap =
      before !== undefined &&
      request.query.get('gaps') !== 'ignore' &&
      times !== undefined &&
      (times[i] ?? 0) - (times[before] ?? 0) > GAP_SECONDS
    if (last === undefined || isGap) groups.push([i])
    else last.push(i)
  })
  const matched = groups.filter((group) => group.length > 1)
  if (matched.length === 0) return refuse('NoMatch', 'Could not match the trace.')
  const drives = matched.map((group) => driveThrough(group.map((i) => snap(points[i] as Point).spot)))
  return {
    status: 200,
    json: {
      code: 'Ok',
      matchings: drives.map(({ metres, seconds, line }) => ({
        confidence: 0.9,
        distance: metres,
        duration: seconds,
        geometry: encode(line, precision),
        legs: [],
      })),
      tracepoints: points.map((point, i) => {
        const index = matched.findIndex((group) => group.includes(i))
        const waypoint_index = matched[index]?.indexOf(i)
        return index < 0
          ? null
          : { ...waypointOf(point), matchings_index: index, waypoint_index, alternatives_count: 0 }
      }),
    },
  }
}
