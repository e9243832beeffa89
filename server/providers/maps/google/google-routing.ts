import { decodePolyline } from '@remis/atlas'
import { kmBetween } from '@remis/domain/kit/distance'
import { z } from 'zod'
import { MapsError, type DriveTime, type Point, type Routing } from '../maps-provider.ts'
import { checkMatrix, checkPoint } from '../check-points.ts'
import { kmOfMetres, SNAP_METRES } from '../outside/lines.ts'
import { googlePrices, type AskGoogle } from './google-api.ts'
import { readAnswer } from './read-answer.ts'

/** Most pairs of one matrix request. */
export const mostElements = 625

const seconds = z
  .string()
  .regex(/^\d+(\.\d+)?s$/)
  .transform((duration) => Math.round(Number(duration.slice(0, -1))))
// Fields that are zero are left out.
const metres = z.int().min(0).default(0)
const routes = z.object({
  routes: z
    .array(
      z.object({
        distanceMeters: metres,
        duration: seconds,
        polyline: z.object({ encodedPolyline: z.string() }).optional(),
      }),
    )
    .default([]),
})
const elements = z.array(
  z.object({
    originIndex: z.int().default(0),
    destinationIndex: z.int().default(0),
    status: z.object({ code: z.int().default(0), message: z.string().optional() }).default({ code: 0 }),
    condition: z.string().optional(),
    distanceMeters: metres,
    duration: seconds.default(0),
  }),
)

const NOT_FOUND = 5

/**
 * The Routes API behind the port [design/maps-92]. A route, which prices are made of, does not depend on the traffic;
 * drive times and the matrix do. Tolls would triple the price of a route and have no length at Google, so `tollKm` is
 * 0.
 */
export const googleRouting = ({ ask }: { readonly ask: AskGoogle }): Routing => {
  const compute = async (
    start: Point,
    dest: Point,
    { inTraffic, forFare }: Record<'inTraffic' | 'forFare', boolean>,
  ) => {
    checkPoint(start)
    checkPoint(dest)
    const answer = await ask({
      api: 'routes',
      path: '/directions/v2:computeRoutes',
      body: {
        origin: waypoint(start),
        destination: waypoint(dest),
        travelMode: 'DRIVE',
        routingPreference: inTraffic ? 'TRAFFIC_AWARE' : 'TRAFFIC_UNAWARE',
        polylineQuality: inTraffic ? 'OVERVIEW' : 'HIGH_QUALITY',
      },
      fieldMask: `routes.distanceMeters,routes.duration${inTraffic ? '' : ',routes.polyline.encodedPolyline'}`,
      cost: inTraffic ? googlePrices.routeInTraffic : googlePrices.route,
      forFare,
    })
    const [best] = readAnswer(routes, answer, 'routes').routes
    if (best === undefined) throw new MapsError('NO_ROUTE', 'Google finds no route between these points.')
    return best
  }
  return {
    route: async (start, dest, { forFare = true } = {}) => {
      const { distanceMeters, duration, polyline } = await compute(start, dest, { inTraffic: false, forFare })
      const line = polyline?.encodedPolyline ?? ''
      const coords = lineOf(line)
      const [first, last] = [coords[0], coords.at(-1)]
      if (first === undefined || last === undefined)
        throw new MapsError('UPSTREAM', 'Google’s answer is not as documented: a route without a line')
      if (kmBetween(first, start) * 1000 > SNAP_METRES || kmBetween(last, dest) * 1000 > SNAP_METRES)
        throw new MapsError('NO_SEGMENT', 'No road is near the start or the end.')
      return { distance: kmOfMetres(distanceMeters), duration, tollKm: 0, polylinePoints: line, coords }
    },
    driveTime: async (start, dest) => {
      const { distanceMeters, duration } = await compute(start, dest, { inTraffic: true, forFare: false })
      return { distance_in_km: kmOfMetres(distanceMeters), duration_in_secs: duration }
    },
    matrix: async (sources, targets) => {
      checkMatrix(sources, targets)
      const found = sources.map(() => targets.map((): DriveTime | null => null))
      for (const block of blocksOf(sources.length, targets.length))
        for (const element of await computeBlock(ask, sources, targets, block))
          found[element.source]![element.target] = element.drive
      return found
    },
  }
}

interface Block {
  readonly sources: readonly [from: number, to: number]
  readonly targets: readonly [from: number, to: number]
}

/** Rectangles of at most 625 pairs that cover the matrix. */
export const blocksOf = (sources: number, targets: number): Block[] => {
  const wide = Math.min(targets, mostElements)
  if (sources === 0 || wide === 0) return []
  const high = Math.floor(mostElements / wide)
  return ranges(sources, high).flatMap((rows) =>
    ranges(targets, wide).map((columns) => ({ sources: rows, targets: columns })),
  )
}

const ranges = (length: number, step: number): [number, number][] =>
  Array.from({ length: Math.ceil(length / step) }, (_, i) => [i * step, Math.min(length, (i + 1) * step)])

/** The answer is unordered and has one element for each pair. */
const computeBlock = async (ask: AskGoogle, sources: readonly Point[], targets: readonly Point[], block: Block) => {
  const [rows, columns] = [sources.slice(...block.sources), targets.slice(...block.targets)]
  const answer = await ask({
    api: 'routes',
    path: '/distanceMatrix/v2:computeRouteMatrix',
    body: {
      origins: rows.map((point) => ({ waypoint: waypoint(point) })),
      destinations: columns.map((point) => ({ waypoint: waypoint(point) })),
      travelMode: 'DRIVE',
      routingPreference: 'TRAFFIC_AWARE',
    },
    // Without `status` every element looks like a success.
    fieldMask: 'originIndex,destinationIndex,status,condition,distanceMeters,duration',
    cost: rows.length * columns.length * googlePrices.matrixElementInTraffic,
  })
  const read = readAnswer(elements, answer)
  const pairs = new Set(
    read.map(({ originIndex, destinationIndex }) => originIndex * columns.length + destinationIndex),
  )
  const outside = read.some((one) => one.originIndex >= rows.length || one.destinationIndex >= columns.length)
  if (outside || pairs.size !== rows.length * columns.length)
    throw new MapsError('UPSTREAM', `Google’s matrix has ${pairs.size} of ${rows.length * columns.length} pairs.`)
  return read.map(({ originIndex, destinationIndex, status, condition, distanceMeters, duration }) => {
    if (status.code !== 0 && status.code !== NOT_FOUND)
      throw new MapsError('UPSTREAM', `Google’s matrix failed for a pair: status ${status.code}`)
    return {
      source: block.sources[0] + originIndex,
      target: block.targets[0] + destinationIndex,
      drive:
        condition === 'ROUTE_EXISTS'
          ? { distance_in_km: kmOfMetres(distanceMeters), duration_in_secs: duration }
          : null,
    }
  })
}

const waypoint = ({ lat, lng }: Point) => ({ location: { latLng: { latitude: lat, longitude: lng } } })

/** Precision 5, as in the port. Coordinates out of range mean that the line has another precision. */
const lineOf = (encoded: string): Point[] => {
  const line = decodePolyline(encoded)
  if (line.some(({ lat, lng }) => !(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)))
    throw new MapsError('UPSTREAM', 'Google’s answer is not as documented: coordinates out of range')
  return line
}
