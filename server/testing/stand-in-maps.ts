import { kmBetween } from '@remis/domain/kit/distance'
import { MapsError, type MapsProvider, type Point } from '../providers/maps/maps-provider.ts'

/** Montevideo, as the trial region. */
const BBOX = [-56.45, -34.95, -55.95, -34.7] as const
const ROAD_OVER_STRAIGHT = 1.3
const KM_PER_HOUR = 30

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

const inRegion = ({ lat, lng }: Point): boolean => lng >= BBOX[0] && lng <= BBOX[2] && lat >= BBOX[1] && lat <= BBOX[3]

const drive = (a: Point, b: Point): { distance_in_km: number; duration_in_secs: number } => {
  if (!inRegion(a) || !inRegion(b)) throw new MapsError('OUT_OF_REGION', 'outside the region')
  const km = round(kmBetween(a, b) * ROAD_OVER_STRAIGHT, 3)
  return { distance_in_km: km, duration_in_secs: Math.round((km / KM_PER_HOUR) * 3600) }
}

/** Encoded polyline, precision 5. */
const encode = (points: readonly Point[]): string => {
  const number = (value: number): string => {
    let rest = value < 0 ? ~(value << 1) : value << 1
    let text = ''
    for (; rest >= 0x20; rest >>= 5) text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63)
    return text + String.fromCharCode(rest + 63)
  }
  let [lat, lng] = [0, 0]
  return points
    .map((point) => {
      const next = [Math.round(point.lat * 1e5), Math.round(point.lng * 1e5)] as const
      const text = number(next[0] - lat) + number(next[1] - lng)
      ;[lat, lng] = next
      return text
    })
    .join('')
}

const between = (a: Point, b: Point, steps: number): Point[] =>
  Array.from({ length: steps + 1 }, (_, step) => ({
    lat: a.lat + ((b.lat - a.lat) * step) / steps,
    lng: a.lng + ((b.lng - a.lng) * step) / steps,
  }))

const idOf = ({ lat, lng }: Point): string => `stand-in:${lat},${lng}`
const pointOf = (placeId: string): Point => {
  const [lat, lng] = placeId.startsWith('stand-in:') ? placeId.slice(9).split(',').map(Number) : []
  if (lat === undefined || lng === undefined || Number.isNaN(lat + lng)) throw new MapsError('BAD_INPUT', 'forged')
  return { lat, lng }
}

/**
 * Maps for tests of rules: straight lines, 1.3 times as long by road, 30 km/h, within Montevideo's box. `fail` makes the
 * next calls throw.
 */
export const standInMaps = (): MapsProvider & { fail: MapsError | undefined } => {
  const maps: MapsProvider & { fail: MapsError | undefined } = {
    fail: undefined,
    autocomplete: async ({ keyword }) => {
      guard()
      const place = { lat: -34.9058, lng: -56.1913 }
      return [
        {
          description: `${keyword}, Montevideo`,
          place_id: idOf(place),
          structured_formatting: {
            main_text: keyword,
            main_text_matched_substrings: [{ offset: 0, length: keyword.length }],
            secondary_text: 'Montevideo',
          },
        },
      ]
    },
    coords: async (placeId) => {
      guard()
      return pointOf(placeId)
    },
    route: async (start, dest) => {
      guard()
      const { distance_in_km, duration_in_secs } = drive(start, dest)
      const coords = between(start, dest, 10)
      return { distance: distance_in_km, duration: duration_in_secs, polylinePoints: encode(coords), coords }
    },
    address: async (point) => {
      guard()
      return `${round(point.lat, 4)}, ${round(point.lng, 4)}`
    },
    driveTime: async (start, dest) => {
      guard()
      return drive(start, dest)
    },
    matrix: async (sources, target) => {
      guard()
      return sources.map((source) => (inRegion(source) ? drive(source, target) : null))
    },
    matchedDistance: async (fixes) => {
      guard()
      if (fixes.length < 2) throw new MapsError('BAD_INPUT', 'two fixes are the least')
      const legs = fixes.slice(1).map((fix, index) => kmBetween(fixes[index] ?? fix, fix))
      return {
        distance_in_km: round(
          legs.reduce((sum, leg) => sum + leg, 0),
          3,
        ),
        coords: fixes,
      }
    },
    region: () => ({
      name: 'Montevideo',
      bbox: BBOX,
      center: { lat: -34.9058, lng: -56.1913 },
      date: '2026-01-01',
      attribution: '© OpenStreetMap contributors',
      countries: ['UY'],
    }),
    style: () => ({ version: 8, sources: {}, layers: [] }),
    tile: async () => null,
    close: async () => undefined,
  }
  const guard = (): void => {
    if (maps.fail) throw maps.fail
  }
  return maps
}
