import { encodePolyline } from '@remis/atlas'
import { rangeWithoutFactors, type TimeRange } from '@remis/domain/traffic/expected-time'
import { checkMatrix, checkPoint } from '../check-points.ts'
import type { DriveTime, Point, Routing } from '../maps-provider.ts'
import type { OutsideService } from './outside-service.ts'

/** A drive as the service answers it. */
interface OutsideDrive {
  /** km, rounded to metres */
  readonly distance: number
  /** whole seconds */
  readonly duration: number
  /** may be empty without `withLine` */
  readonly line: readonly Point[]
}

export interface DriveUse {
  readonly withLine: boolean
  readonly forFare: boolean
}

interface RoutingCalls {
  readonly drive: (start: Point, dest: Point, use: DriveUse) => Promise<OutsideDrive>
  /** At most `side` sources and targets. */
  readonly block: (sources: readonly Point[], targets: readonly Point[]) => Promise<(DriveTime | null)[][]>
  readonly side: number
}

/** Callers pass places that carry more than their point. */
const keyOf = ({ lat, lng }: Point) => [lat, lng]

/** The speeds of the service are for roads without traffic, and nothing is learned for it [design/maps-113]. */
const rangeOf = (seconds: number): { range?: TimeRange } => {
  const range = rangeWithoutFactors({ motorway: 0, main: 0, street: 0, mixed: seconds, ferry: 0 })
  return range === null ? {} : { range }
}

/**
 * Routing by a service that has no tolls and no traffic: routes and drive times are cached, a matrix is asked for in
 * blocks.
 */
export const outsideRouting = (service: OutsideService, { drive, block, side }: RoutingCalls): Routing => ({
  route: async (start, dest, { forFare = true } = {}) => {
    checkPoint(start)
    checkPoint(dest)
    const { distance, duration, line } = await service.cached('route', ['route', ...keyOf(start), ...keyOf(dest)], () =>
      drive(start, dest, { withLine: true, forFare }),
    )
    return { distance, duration, ...rangeOf(duration), tollKm: 0, polylinePoints: encodePolyline(line), coords: line }
  },
  driveTime: async (start, dest) => {
    checkPoint(start)
    checkPoint(dest)
    const { distance, duration } = await service.cached('drive', ['drive', ...keyOf(start), ...keyOf(dest)], () =>
      drive(start, dest, { withLine: false, forFare: false }),
    )
    return { distance_in_km: distance, duration_in_secs: duration, ...rangeOf(duration) }
  },
  matrix: async (sources, targets) => {
    checkMatrix(sources, targets)
    const rows: (DriveTime | null)[][] = sources.map(() => [])
    for (let s = 0; s < sources.length; s += side)
      for (let t = 0; t < targets.length; t += side) {
        const found = await block(sources.slice(s, s + side), targets.slice(t, t + side))
        found.forEach((row, i) => rows[s + i]?.push(...row))
      }
    return rows
  },
})
