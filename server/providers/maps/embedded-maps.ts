import { createHash } from 'node:crypto'
import { AtlasError, encodePolyline, type Drive, type RegionInfo } from '@remis/atlas'
import type { CurrentRegion } from './current-region.ts'
import { MapsError, type DriveTime, type MapsErrorCode, type MapsProvider, type Point } from './maps-provider.ts'

/** How far outside the box of the region's roads a point may be (a beach, a pier), km [design/maps-6]. */
const MARGIN_KM = 5
const KM_PER_DEGREE = 111.2

const FEWEST_FIXES = 2
const MOST_FIXES = 500

/** The maps port on the embedded map engine: no network, no key. */
export const embeddedMaps = (
  current: CurrentRegion,
  closed: () => Promise<void> = async () => undefined,
): MapsProvider => {
  const inside = (point: Point): Point => {
    checkPoint(point)
    if (!isInside(current.region.info, point))
      throw new MapsError('OUT_OF_REGION', `${current.region.info.name} does not reach there.`)
    return point
  }
  return {
    autocomplete: ({ keyword, country, near }) =>
      toMapsError(async () => {
        const { countries } = current.region.info
        if (country && countries.length > 0 && !countries.includes(country.toUpperCase())) return []
        return current.region.autocomplete(
          keyword,
          near && isPoint(near) && isInside(current.region.info, near) ? near : undefined,
        )
      }),
    coords: (placeId) =>
      toMapsError(async () => {
        const { lat, lng, label } = current.region.place(placeId)
        return { lat, lng, label }
      }),
    route: (start, dest) =>
      toMapsError(async () => {
        const { km, seconds, tollKm, line, polyline } = current.region.route(inside(start), inside(dest))
        return { distance: km, duration: seconds, tollKm, polylinePoints: polyline, coords: line }
      }),
    address: (point) => toMapsError(async () => (await current.region.locate(inside(point))).address),
    locate: (point) => toMapsError(() => current.region.locate(inside(point))),
    driveTime: (start, dest) => toMapsError(async () => driveTime(current.region.drive(inside(start), inside(dest)))),
    matrix: (sources, target) =>
      toMapsError(async () => {
        for (const source of sources) checkPoint(source)
        return current.region.matrix(sources, inside(target)).map((drive) => drive && driveTime(drive))
      }),
    matchedDistance: (fixes) =>
      toMapsError(async () => {
        if (fixes.length < FEWEST_FIXES || fixes.length > MOST_FIXES)
          throw new MapsError('BAD_INPUT', `A track has ${FEWEST_FIXES} to ${MOST_FIXES} positions.`)
        for (const fix of fixes) checkPoint(fix)
        // A fix outside the region is an error of the device; the rest of the track is still matched.
        const usable = fixes.filter((fix) => isInside(current.region.info, fix))
        if (usable.length < FEWEST_FIXES) throw new MapsError('OUT_OF_REGION', 'The track is outside the region.')
        const { metres, line } = await current.region.match(usable)
        return { distance_in_km: Math.round(metres) / 1000, coords: line, polylinePoints: encodePolyline(line) }
      }),
    region: () => {
      const { name, bbox, center, date, attribution, countries } = current.region.info
      return { name, bbox, center, date, attribution, countries }
    },
    style: (theme, language) => current.region.style(theme, language),
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

const driveTime = ({ km, seconds }: Drive): DriveTime => ({ distance_in_km: km, duration_in_secs: seconds })

const isPoint = ({ lat, lng }: Point): boolean =>
  Number.isFinite(lat) && Number.isFinite(lng) && Math.abs(lat) <= 90 && Math.abs(lng) <= 180

const checkPoint = (point: Point): void => {
  if (!isPoint(point))
    throw new MapsError('BAD_INPUT', 'A point needs a latitude from -90 to 90 and a longitude from -180 to 180.')
}

const isInside = ({ bbox: [west, south, east, north] }: RegionInfo, { lat, lng }: Point): boolean => {
  const high = MARGIN_KM / KM_PER_DEGREE
  const wide = high / Math.cos((Math.min(85, Math.abs(lat)) * Math.PI) / 180)
  return lat >= south - high && lat <= north + high && lng >= west - wide && lng <= east + wide
}
