import { kmBetween } from '@remis/domain/kit/distance'
import { googlePrices } from '../../providers/maps/google/google-api.ts'
import { MapsError, type Point, type Route } from '../../providers/maps/maps-provider.ts'
import { checkMask, invalid, pointOf, type EmulatedCall, type World } from './emulated-call.ts'

/** How much longer a way takes in the traffic of the emulated city. */
export const emulatedTraffic = 1.25

type Charge = (price: number) => void

/** Routes and Roads; undefined for the path of another API. */
export const answerRoads = async (
  world: World,
  call: EmulatedCall,
  charge: Charge,
  isOffRoad: (point: Point) => boolean,
): Promise<unknown> => {
  switch (`${call.method} ${call.path}`) {
    case 'POST /directions/v2:computeRoutes':
      return computeRoutes(world, call, charge)
    case 'POST /distanceMatrix/v2:computeRouteMatrix':
      return computeRouteMatrix(world, call, charge)
    case 'GET /v1/snapToRoads':
      return snapToRoads(world, call, charge, isOffRoad)
    default:
      return undefined
  }
}

const waypointOf = (waypoint: unknown): Point =>
  pointOf((waypoint as { location?: { latLng?: unknown } } | undefined)?.location?.latLng)

const preferences = new Set(['TRAFFIC_UNAWARE', 'TRAFFIC_AWARE', 'TRAFFIC_AWARE_OPTIMAL'])

const inTraffic = ({ body }: EmulatedCall): boolean => {
  const { travelMode = 'DRIVE', routingPreference = 'TRAFFIC_UNAWARE' } = body
  if (travelMode !== 'DRIVE' || !preferences.has(String(routingPreference))) invalid('Invalid routing preference.')
  return routingPreference !== 'TRAFFIC_UNAWARE'
}

/** null: no route, or nowhere near a road */
const routeOf = async (world: World, start: Point, dest: Point): Promise<Route | null> => {
  try {
    return await world.route(start, dest)
  } catch (error) {
    if (error instanceof MapsError) return null
    throw error
  }
}

const written = (seconds: number, traffic: boolean): string =>
  `${Math.round(traffic ? seconds * emulatedTraffic : seconds)}s`
/** Zeroes are left out of Google's JSON. */
const metresOf = (km: number) => (km === 0 ? {} : { distanceMeters: Math.round(km * 1000) })

const computeRoutes = async (world: World, call: EmulatedCall, charge: Charge): Promise<unknown> => {
  checkMask(call)
  const { origin, destination } = call.body
  if (origin === undefined || destination === undefined) return invalid('Origin and destination must be set.')
  const traffic = inTraffic(call)
  charge(traffic ? googlePrices.routeInTraffic : googlePrices.route)
  const route = await routeOf(world, waypointOf(origin), waypointOf(destination))
  if (route === null) return {}
  return {
    routes: [
      {
        ...metresOf(route.distance),
        duration: written(route.duration, traffic),
        polyline: { encodedPolyline: route.polylinePoints },
        description: 'Avenida',
      },
    ],
  }
}

const computeRouteMatrix = async (world: World, call: EmulatedCall, charge: Charge): Promise<unknown> => {
  checkMask(call)
  const origins = (call.body['origins'] ?? []) as { waypoint: unknown }[]
  const destinations = (call.body['destinations'] ?? []) as { waypoint: unknown }[]
  const count = origins.length * destinations.length
  if (count === 0) return invalid('Origins and destinations must be set.')
  if (count > 625) return invalid(`The number of elements must not exceed 625, ${count} were requested.`)
  const traffic = inTraffic(call)
  charge(count * googlePrices.matrixElementInTraffic)
  const elements = await Promise.all(
    origins.flatMap((origin, o) =>
      destinations.map(async (destination, d) => {
        const route = await routeOf(world, waypointOf(origin.waypoint), waypointOf(destination.waypoint))
        return {
          ...(o === 0 ? {} : { originIndex: o }),
          ...(d === 0 ? {} : { destinationIndex: d }),
          status: {},
          condition: route === null ? 'ROUTE_NOT_FOUND' : 'ROUTE_EXISTS',
          ...(route === null ? {} : { ...metresOf(route.distance), duration: written(route.duration, traffic) }),
        }
      }),
    ),
  )
  // The elements come as they are ready, in no order.
  return elements.toSorted((a, b) => (((a.originIndex ?? 0) * 7) % 5) - (((b.originIndex ?? 0) * 7) % 5)).toReversed()
}

const snapToRoads = async (
  world: World,
  { query }: EmulatedCall,
  charge: Charge,
  isOffRoad: (point: Point) => boolean,
): Promise<unknown> => {
  charge(googlePrices.snapToRoads)
  const path = query.get('path') ?? ''
  const given = path.split('|').map((pair) => {
    const [lat, lng, ...more] = pair.split(',').map(Number)
    if (lat === undefined || lng === undefined || more.length > 0 || Number.isNaN(lat + lng))
      return invalid(`"path" parameter contains an invalid value: ${pair}`)
    return { lat, lng }
  })
  if (given.length > 100) return invalid('Too many points provided in path. A maximum of 100 points are allowed.')
  const kept = given.map((point, index) => ({ point, index })).filter(({ point }) => !isOffRoad(point))
  if (kept.length === 0) return {}
  const line =
    kept.length < 2
      ? [kept[0]!.point]
      : await lineThrough(
          world,
          kept.map(({ point }) => point),
        )
  const interpolate = query.get('interpolate') === 'true'
  const snappedPoints: object[] = []
  let passed = 0
  let before: Point | undefined
  for (const { point, index } of kept) {
    const nearest = nearestFrom(line, point, passed)
    // "The points should be within 300 meters of each other": farther apart nothing is interpolated.
    const isClose = before !== undefined && kmBetween(before, point) <= 0.3
    before = point
    if (interpolate && isClose) for (const between of line.slice(passed, nearest)) snappedPoints.push(onRoad(between))
    snappedPoints.push({ ...onRoad(line[nearest]!), originalIndex: index })
    passed = nearest + 1 < line.length ? nearest + 1 : nearest
  }
  return { snappedPoints }
}

const onRoad = ({ lat, lng }: Point) => ({
  location: { latitude: lat, longitude: lng },
  placeId: `ChIJ${Buffer.from(`${lat},${lng}`).toString('base64url')}`,
})

const lineThrough = async (world: World, points: readonly Point[]): Promise<readonly Point[]> => {
  try {
    return (await world.matchedDistance(points.map((point) => ({ ...point, at: 0 })))).coords
  } catch (error) {
    if (error instanceof MapsError) return points
    throw error
  }
}

const nearestFrom = (line: readonly Point[], { lat, lng }: Point, from: number): number => {
  let best = from
  let least = Infinity
  for (let i = from; i < line.length; i++) {
    const away = (line[i]!.lat - lat) ** 2 + ((line[i]!.lng - lng) * Math.cos((lat * Math.PI) / 180)) ** 2
    if (away < least) [best, least] = [i, away]
  }
  return best
}
