import { createHash } from 'node:crypto'
import { AtlasError, encodePolyline, type ClassSeconds, type Drive } from '@remis/atlas'
import type { FreeSeconds } from '@remis/domain/traffic/road-classes'
import type { CurrentRegion } from './current-region.ts'
import { kmOfMetres } from './outside/lines.ts'
import { checkFixes, checkMatrix, checkPoint, FEWEST_FIXES, isInRegion, isPoint } from './check-points.ts'
import {
  MapsError,
  noServices,
  type DriveTime,
  type MapsErrorCode,
  type MapsProvider,
  type Point,
  type TrackFix,
} from './maps-provider.ts'

/** The maps port on the embedded map engine: no network, no key. */
export const embeddedMaps = (
  current: CurrentRegion,
  closed: () => Promise<void> = async () => undefined,
): MapsProvider => {
  const inside = (point: Point): Point => {
    checkPoint(point)
    if (!isInRegion(current.region.info, point))
      throw new MapsError('OUT_OF_REGION', `${current.region.info.name} does not reach there.`)
    return point
  }
  const matched = (fixes: readonly TrackFix[]) => {
    checkFixes(fixes)
    // A fix outside the region is an error of the device; the rest of the track is still matched.
    const usable = fixes.filter((fix) => isInRegion(current.region.info, fix))
    if (usable.length < FEWEST_FIXES) throw new MapsError('OUT_OF_REGION', 'The track is outside the region.')
    return current.region.match(usable)
  }
  return {
    autocomplete: ({ keyword, country, near }) =>
      toMapsError(async () => {
        const { countries } = current.region.info
        if (country && countries.length > 0 && !countries.includes(country.toUpperCase())) return []
        return current.region.autocomplete(keyword, {
          near: near && isPoint(near) && isInRegion(current.region.info, near) ? near : undefined,
          country: countries.length > 1 ? country?.toUpperCase() : undefined,
        })
      }),
    coords: (placeId) =>
      toMapsError(async () => {
        const { lat, lng, label } = current.region.place(placeId)
        return { lat, lng, label }
      }),
    route: (start, dest) =>
      toMapsError(async () => {
        const { km, seconds, tollKm, line, polyline, classes } = current.region.route(inside(start), inside(dest))
        const free = freeSeconds(classes)
        return { distance: km, duration: seconds, tollKm, polylinePoints: polyline, coords: line, free }
      }),
    address: (point) => toMapsError(async () => (await current.region.locate(inside(point))).address),
    locate: (point) => toMapsError(() => current.region.locate(inside(point))),
    driveTime: (start, dest) =>
      toMapsError(async () => {
        const drive = current.region.drive(inside(start), inside(dest))
        return driveTime(drive, freeSeconds(drive.classes))
      }),
    matrix: (sources, targets) =>
      toMapsError(async () => {
        checkMatrix(sources, targets)
        const drives = current.region.matrix(sources, targets)
        const isIn = targets.map((target) => isInRegion(current.region.info, target))
        return drives.map((row, i) => {
          const source = sources[i]
          const starts = source !== undefined && isInRegion(current.region.info, source)
          return row.map((drive, j) =>
            drive !== null && starts && isIn[j] === true ? driveTime(drive, mixedSeconds(drive.seconds)) : null,
          )
        })
      }),
    matchedDistance: (fixes) =>
      toMapsError(async () => {
        const { metres, line } = await matched(fixes)
        return { distance_in_km: kmOfMetres(metres), coords: line, polylinePoints: encodePolyline(line) }
      }),
    stretches: (fixes) =>
      toMapsError(async () =>
        (await matched(fixes)).stretches.map(({ from, to, free }) => ({ from, to, free: freeSeconds(free) })),
      ),
    region: () => {
      const { name, boxes, center, date, attribution, countries } = current.region.info
      return { name, boxes, center, date, attribution, countries }
    },
    services: noServices,
    style: (theme, language) => ({ style: current.region.style(theme, language) }),
    tileVersion: () => current.region.info.version,
    tile: (z, x, y) =>
      toMapsError(async () => {
        const gzip = await current.region.tile(z, x, y)
        return gzip ? { gzip, etag: `"${createHash('sha256').update(gzip).digest('base64url').slice(0, 22)}"` } : null
      }),
    close: async () => {
      await current.close()
      await closed()
    },
  }
}

const CODES: Readonly<Record<AtlasError['code'], MapsErrorCode>> = {
  BAD_FILE: 'UPSTREAM',
  BAD_MAP: 'UPSTREAM',
  BAD_INPUT: 'BAD_INPUT',
  OUT_OF_REGION: 'OUT_OF_REGION',
  NO_SEGMENT: 'NO_SEGMENT',
  NO_ROUTE: 'NO_ROUTE',
  NOT_FOUND: 'NOT_FOUND',
}

/** Turns every error into a MapsError, as the port promises. */
const toMapsError = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MapsError) throw error
    const mapped = new MapsError(
      error instanceof AtlasError ? CODES[error.code] : 'UPSTREAM',
      error instanceof Error ? error.message : String(error),
    )
    mapped.cause = error
    throw mapped
  }
}

const driveTime = ({ km, seconds }: Drive, free: FreeSeconds): DriveTime => ({
  distance_in_km: km,
  duration_in_secs: seconds,
  free,
})

const freeSeconds = (classes: ClassSeconds): FreeSeconds => ({ ...classes, mixed: 0 })

/** A matrix does not know the roads of its drives. */
const mixedSeconds = (mixed: number): FreeSeconds => ({ motorway: 0, main: 0, street: 0, mixed, ferry: 0 })
