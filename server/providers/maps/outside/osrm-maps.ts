import { decodePolyline, noiseOf } from '@remis/atlas'
import { z } from 'zod'
import { MapsError, type DriveTime, type Matching, type Point, type Routing, type TrackFix } from '../maps-provider.ts'
import { checkLine, kmOfMetres, SNAP_METRES } from './lines.ts'
import { outsideRouting, type DriveUse } from './outside-routing.ts'
import { refusedWith, type OutsideReply, type OutsideService } from './outside-service.ts'
import { matchInParts, type TrackPiece } from './track-pieces.ts'

/** `max-table-size` and `max-matching-size` of a server without options are 100 coordinates. */
const MOST_COORDINATES = 100
const TABLE_SIDE = MOST_COORDINATES / 2

const failure = z.object({ code: z.string(), message: z.string().optional() })
const waypoint = z.object({ location: z.tuple([z.number(), z.number()]), distance: z.number().optional() })
const routeReply = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(z.object({ distance: z.number().min(0), duration: z.number().min(0), geometry: z.string().optional() }))
    .min(1),
})
const cells = z.array(z.array(z.number().min(0).nullable()))
const tableReply = z.object({
  code: z.literal('Ok'),
  durations: cells,
  distances: cells,
  sources: z.array(waypoint),
  destinations: z.array(waypoint),
})
const matchReply = z.object({
  code: z.literal('Ok'),
  matchings: z.array(z.object({ distance: z.number().min(0), geometry: z.string() })),
  tracepoints: z.array(z.object({ matchings_index: z.number().int().min(0) }).nullable()),
})

/** OSRM 5 and later over HTTP, profile `driving`. It does not report toll roads: `tollKm` is 0. */
export const osrmMaps = (service: OutsideService, matchMs: number): { routing: Routing; matching: Matching } => {
  const drive = (start: Point, dest: Point, { withLine, forFare }: DriveUse) =>
    service.ask(
      {
        path: `/route/v1/driving/${pathOf([start, dest])}`,
        query: {
          overview: withLine ? 'full' : 'false',
          geometries: 'polyline',
          radiuses: `${SNAP_METRES};${SNAP_METRES}`,
        },
        forFare,
      },
      (reply) => {
        const [route] = readAs(reply, routeReply).routes
        if (route === undefined) throw new MapsError('NO_ROUTE', 'There is no route between these points.')
        const line = withLine ? decodePolyline(route.geometry ?? '') : []
        if (withLine) checkLine(line, start, dest)
        return { distance: kmOfMetres(route.distance), duration: Math.round(route.duration), line }
      },
    )

  const table = (sources: readonly Point[], targets: readonly Point[]): Promise<(DriveTime | null)[][]> =>
    service.ask(
      {
        path: `/table/v1/driving/${pathOf([...sources, ...targets])}`,
        // No radiuses: one point without a road near would fail the whole table.
        query: {
          sources: sources.map((_, i) => i).join(';'),
          destinations: targets.map((_, i) => sources.length + i).join(';'),
          annotations: 'duration,distance',
        },
      },
      (reply) => {
        const read = readAs(reply, tableReply)
        const isNear = (point: z.output<typeof waypoint> | undefined) => (point?.distance ?? 0) <= SNAP_METRES
        return sources.map((_, i) =>
          targets.map((_, j) => {
            const [seconds, metres] = [read.durations[i]?.[j], read.distances[i]?.[j]]
            if (seconds === undefined || metres === undefined)
              throw new MapsError('UPSTREAM', 'The table does not have the requested size.')
            if (seconds === null || metres === null) return null
            if (!isNear(read.sources[i]) || !isNear(read.destinations[j])) return null
            return { distance_in_km: kmOfMetres(metres), duration_in_secs: Math.round(seconds) }
          }),
        )
      },
    )

  const match = (fixes: readonly TrackFix[]): Promise<TrackPiece[]> => {
    const seconds = fixes.map(({ at }) => Math.round(at / 1000))
    const isTimed = seconds.every((second, i) => i === 0 || second > (seconds[i - 1] ?? second))
    return service.ask(
      {
        path: `/match/v1/driving/${pathOf(fixes)}`,
        query: {
          overview: 'full',
          geometries: 'polyline',
          radiuses: fixes.map((fix) => Math.round(noiseOf(fix))).join(';'),
          timestamps: isTimed ? seconds.join(';') : undefined,
          gaps: 'split',
          tidy: 'true',
        },
        timeoutMs: matchMs,
        forFare: true,
      },
      (reply) => {
        if (failure.safeParse(reply.json).data?.code === 'NoMatch') return []
        const { matchings, tracepoints } = readAs(reply, matchReply)
        return matchings.map(({ distance, geometry }, index) => {
          const own = fixes.filter((_, i) => tracepoints[i]?.matchings_index === index)
          const [first, last] = [own[0], own.at(-1)]
          if (first === undefined || last === undefined)
            throw new MapsError('UPSTREAM', 'A matching refers to no point of the track.')
          const line = decodePolyline(geometry)
          checkLine(line, first, last)
          return { metres: distance, line, from: first.at, to: last.at }
        })
      },
    )
  }

  return {
    routing: outsideRouting(service, {
      drive,
      block: table,
      side: TABLE_SIDE,
    }),
    matching: {
      matchedDistance: (fixes) => matchInParts(onePerSecond(fixes), MOST_COORDINATES, match),
    },
  }
}

/** Longitude first. */
const pathOf = (points: readonly Point[]): string =>
  points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';')

/**
 * Timestamps are whole seconds and must grow; of the fixes of one second the first stays. Fixes without times all stay.
 */
const onePerSecond = (fixes: readonly TrackFix[]): readonly TrackFix[] => {
  const secondOf = ({ at }: TrackFix) => Math.round(at / 1000)
  const timed = fixes.filter((fix, i) => {
    const before = fixes[i - 1]
    return before === undefined || secondOf(fix) > secondOf(before)
  })
  return timed.length < 2 ? fixes : timed
}

const readAs = <T>({ status, json }: OutsideReply, schema: z.ZodType<T>): T => {
  const failed = failure.parse(json)
  switch (failed.code) {
    case 'Ok':
      return schema.parse(json)
    case 'NoRoute':
      throw new MapsError('NO_ROUTE', 'There is no route between these points.')
    case 'NoSegment':
      throw new MapsError('NO_SEGMENT', `No road lies within ${SNAP_METRES} m of a point.`)
    default:
      throw refusedWith(
        status,
        `OSRM refuses the request: ${failed.code} ${(failed.message ?? '').slice(0, 100)}`.trim(),
      )
  }
}
