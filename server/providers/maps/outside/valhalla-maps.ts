import { decodePolyline, noiseOf } from '@remis/atlas'
import { kmBetween } from '@remis/domain/kit/distance'
import { z } from 'zod'
import { MapsError, type DriveTime, type Matching, type Point, type Routing, type TrackFix } from '../maps-provider.ts'
import { checkLine, kmOfMetres, SNAP_METRES } from './lines.ts'
import { outsideRouting, type DriveUse } from './outside-routing.ts'
import { refusedWith, type OutsideReply, type OutsideService } from './outside-service.ts'
import { matchInParts, type TrackPiece } from './track-pieces.ts'

/** `service_limits.auto.max_matrix_location_pairs` is 2500; blocks are smaller to stay within the timeout. */
const SIDE = 50
const MOST_FIXES_AT_ONCE = 250
/** The default avoids dense streets and takes longer ways than a taxi does; fares are per km. */
const costing = { costing: 'auto', costing_options: { auto: { use_distance: 0.5 } } } as const

const failure = z.object({ error_code: z.number().optional(), error: z.string().optional() })
const trip = z.object({
  units: z.literal('kilometers'),
  summary: z.object({ length: z.number().min(0), time: z.number().min(0) }),
  legs: z.array(z.object({ shape: z.string() })).min(1),
})
const routeReply = z.object({ trip })
const traceReply = z.object({ trip, alternates: z.array(z.object({ trip })).optional() })
const cell = z.object({ distance: z.number().nullable(), time: z.number().nullable() })
const matrixReply = z.object({ units: z.literal('kilometers'), sources_to_targets: z.array(z.array(cell)) })

/** Matrices of greater distances are refused as a whole (`service_limits.auto.max_matrix_distance`, 400 km). */
const MOST_KM = 200

const noRoute = new Set([170, 441, 442])
const noSegment = new Set([171, 443, 444])

/** Shapes have precision 6. */
const lineOf = ({ legs }: z.output<typeof trip>): Point[] => legs.flatMap(({ shape }) => decodePolyline(shape, 6))

const locationOf = ({ lat, lng }: Point) => ({ lat, lon: lng, search_cutoff: SNAP_METRES })

type Block = (sources: readonly Point[], targets: readonly Point[]) => Promise<(DriveTime | null)[][]>

/** A block of the sources and targets that are kept; null for the others. */
const part = async (
  sources: readonly Point[],
  targets: readonly Point[],
  keptSources: readonly boolean[],
  keptTargets: readonly boolean[],
  block: Block,
): Promise<(DriveTime | null)[][]> => {
  const [from, to] = [sources.filter((_, i) => keptSources[i]), targets.filter((_, j) => keptTargets[j])]
  const found = from.length > 0 && to.length > 0 ? await block(from, to) : []
  let row = 0
  return keptSources.map((isKept) => {
    const drives = isKept ? found[row++] : undefined
    let column = 0
    return keptTargets.map((isColumn) => (isColumn ? (drives?.[column++] ?? null) : null))
  })
}

/** Codes of the documentation; version 3.6 leaves the code out and has the text. @throws MapsError */
const readAs = <T>({ status, json }: OutsideReply, schema: z.ZodType<T>): T => {
  if (status < 400) return schema.parse(json)
  const { error_code: code = 0, error = '' } = failure.parse(json)
  if (noSegment.has(code) || /no suitable edges|exact route match|map match algorithm failed/i.test(error))
    throw new MapsError('NO_SEGMENT', `No road lies within ${SNAP_METRES} m of a point.`)
  if (code === 154 || /exceeds the max distance limit/i.test(error))
    throw new MapsError('OUT_OF_REGION', 'The points are too far from each other.')
  if (noRoute.has(code) || /no path could be found|unconnected regions|unreachable regions/i.test(error))
    throw new MapsError('NO_ROUTE', 'There is no route between these points.')
  throw refusedWith(status, `Valhalla refuses the request: ${code || status} ${error.slice(0, 100)}`.trim())
}

const orNone = (pieces: Promise<TrackPiece[]>): Promise<TrackPiece[]> =>
  pieces.catch((error: unknown) => {
    if (error instanceof MapsError && error.code === 'NO_SEGMENT') return []
    throw error
  })

const driveWith =
  (service: OutsideService) =>
  (start: Point, dest: Point, { forFare }: DriveUse) =>
    service.ask(
      {
        path: '/route',
        body: {
          locations: [locationOf(start), locationOf(dest)],
          ...costing,
          directions_type: 'none',
          units: 'kilometers',
        },
        forFare,
      },
      (reply) => {
        const { trip } = readAs(reply, routeReply)
        const line = lineOf(trip)
        checkLine(line, start, dest)
        const { length, time } = trip.summary
        return { distance: kmOfMetres(length * 1000), duration: Math.round(time), line }
      },
    )

/** Driving times between all points, also where Valhalla refuses the whole block for some of them. */
const blockWith = (service: OutsideService): Block => {
  const block = (sources: readonly Point[], targets: readonly Point[]): Promise<(DriveTime | null)[][]> =>
    service.ask(
      {
        path: '/sources_to_targets',
        body: { sources: sources.map(locationOf), targets: targets.map(locationOf), ...costing, units: 'kilometers' },
      },
      (reply) => {
        const rows = readAs(reply, matrixReply).sources_to_targets
        if (rows.length !== sources.length || rows.some((row) => row.length !== targets.length))
          throw new MapsError('UPSTREAM', 'The matrix does not have the requested size.')
        return rows.map((row) =>
          row.map(({ distance, time }) =>
            distance === null || time === null
              ? null
              : { distance_in_km: kmOfMetres(distance * 1000), duration_in_secs: Math.round(time) },
          ),
        )
      },
    )

  /** The block without points that are far from where most are. */
  const near: Block = (sources, targets) => {
    const all = [...sources, ...targets]
    const counts = all.map((point) => all.filter((other) => kmBetween(point, other) <= MOST_KM).length)
    const middle = all[counts.indexOf(Math.max(...counts))]
    const isNear = (point: Point) => middle !== undefined && kmBetween(point, middle) <= MOST_KM
    return part(sources, targets, sources.map(isNear), targets.map(isNear), orWithout)
  }

  /** One point without a road near fails a whole block: then its points are tried alone, and the rest again. */
  const orWithout: Block = async (sources, targets) => {
    try {
      return await orHalves(sources, targets)
    } catch (error) {
      if (!(error instanceof MapsError) || error.code !== 'NO_SEGMENT') throw error
    }
    const onRoad = (points: readonly Point[]) => Promise.all(points.map(isOnRoad))
    return part(sources, targets, await onRoad(sources), await onRoad(targets), orHalves)
  }

  /**
   * Valhalla refuses a block if some points are not connected. The block is then split in halves, down to single pairs.
   */
  const orHalves: Block = async (sources, targets) => {
    try {
      return await block(sources, targets)
    } catch (error) {
      if (!(error instanceof MapsError) || error.code !== 'NO_ROUTE') throw error
    }
    if (sources.length === 1 && targets.length === 1) return [[null]]
    if (sources.length >= targets.length) {
      const half = Math.ceil(sources.length / 2)
      return [...(await orHalves(sources.slice(0, half), targets)), ...(await orHalves(sources.slice(half), targets))]
    }
    const half = Math.ceil(targets.length / 2)
    const left = await orHalves(sources, targets.slice(0, half))
    const right = await orHalves(sources, targets.slice(half))
    return left.map((row, i) => [...row, ...(right[i] ?? [])])
  }

  const isOnRoad = (point: Point): Promise<boolean> =>
    service.cached('drive', ['road', point], () =>
      block([point], [point]).then(
        () => true,
        (error: unknown) => {
          if (error instanceof MapsError && error.code === 'NO_SEGMENT') return false
          throw error
        },
      ),
    )

  return near
}

const matchWith =
  (service: OutsideService, matchMs: number) =>
  async (fixes: readonly TrackFix[]): Promise<TrackPiece[]> => {
    const [first, last] = [fixes[0], fixes.at(-1)]
    if (first === undefined || last === undefined) return []
    const radius = Math.round(Math.max(...fixes.map(noiseOf)))
    // a part of the track away from all roads has no piece; the other parts have theirs
    return orNone(
      service.ask(
        {
          path: '/trace_route',
          body: {
            shape: fixes.map(({ lat, lng, at }) => ({
              lat,
              lon: lng,
              ...(at > 0 ? { time: Math.round(at / 1000) } : {}),
            })),
            shape_match: 'map_snap',
            costing: 'auto',
            trace_options: { gps_accuracy: radius, search_radius: Math.min(60, 2 * radius) },
            directions_type: 'none',
            units: 'kilometers',
          },
          timeoutMs: matchMs,
          forFare: true,
        },
        (reply) => {
          // A trace with gaps is several trips: the first, and the others as alternates, in their order.
          const { trip, alternates = [] } = readAs(reply, traceReply)
          const trips = [trip, ...alternates.map((other) => other.trip)]
          const lines = trips.map(lineOf)
          checkLine(
            [lines[0]?.[0], lines.at(-1)?.at(-1)].filter((point) => point !== undefined),
            first,
            last,
          )
          return trips.map(({ summary }, i) => ({
            metres: summary.length * 1000,
            line: lines[i] ?? [],
            // The times of gaps are unknown, so their straight line has no speed limit.
            from: first.at,
            to: first.at,
          }))
        },
      ),
    )
  }

/** Valhalla 3 over HTTP, costing `auto`. It does not report the length of toll roads: `tollKm` is 0. */
export const valhallaMaps = (service: OutsideService, matchMs: number): { routing: Routing; matching: Matching } => ({
  routing: outsideRouting(service, { drive: driveWith(service), block: blockWith(service), side: SIDE }),
  matching: {
    matchedDistance: (fixes) => matchInParts(fixes, MOST_FIXES_AT_ONCE, matchWith(service, matchMs)),
  },
})
