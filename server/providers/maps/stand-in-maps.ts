import { gzipSync } from 'node:zlib'
import { encodePolyline } from '@remis/atlas'
import { kmBetween, toMetre } from '@remis/domain/kit/distance'
import type { FreeSeconds } from '@remis/domain/traffic/road-classes'
import { checkFixes, checkMatrix, checkPoint } from './check-points.ts'
import {
  MapsError,
  noServices,
  type DriveTime,
  type MapsErrorCode,
  type MapsProvider,
  type Point,
  type Region,
} from './maps-provider.ts'

/** Roads are longer than the straight line. */
const DETOUR = 1.3
const KM_PER_HOUR = 30

const REGION: Region = {
  name: 'Stand-in city',
  boxes: [[-56.45, -34.95, -55.95, -34.7]],
  center: { lat: -34.9, lng: -56.17 },
  date: '2017-12-04',
  attribution: '© OpenStreetMap contributors',
  countries: ['UY'],
}

const PLACES: readonly (Point & { readonly name: string })[] = [
  { name: 'Terminal Tres Cruces', lat: -34.8938, lng: -56.166 },
  { name: 'Plaza Independencia', lat: -34.9066, lng: -56.1996 },
  { name: 'Estadio Centenario', lat: -34.8945, lng: -56.1528 },
  { name: 'Avenida 18 de Julio 1234', lat: -34.9059, lng: -56.1894 },
]

export interface StandInMaps extends MapsProvider {
  /** Every later call throws this; undefined makes it work again. */
  fail(code: MapsErrorCode | undefined): void
  /** km of toll road on every later route */
  setToll(km: number): void
}

const isInside = ({ lat, lng }: Point): boolean => {
  const [[west, south, east, north]] = REGION.boxes
  return lat >= south && lat <= north && lng >= west && lng <= east
}

/** A route has points between its ends, like a real one. */
const LEGS = 10
const along = (a: Point, b: Point): Point[] =>
  Array.from({ length: LEGS + 1 }, (_, leg) => ({
    lat: leg === LEGS ? b.lat : a.lat + ((b.lat - a.lat) * leg) / LEGS,
    lng: leg === LEGS ? b.lng : a.lng + ((b.lng - a.lng) * leg) / LEGS,
  }))

const idOf = ({ lat, lng }: Point): string => `stand-in:${lat},${lng}`
const pointOf = (placeId: string): Point => {
  const [lat, lng] = placeId.startsWith('stand-in:') ? placeId.slice(9).split(',').map(Number) : []
  if (lat === undefined || lng === undefined || Number.isNaN(lat + lng))
    throw new MapsError('BAD_INPUT', 'This place id is unknown.')
  return { lat, lng }
}

const addressOf = (point: Point): string => {
  const near = PLACES.toSorted((a, b) => kmBetween(a, point) - kmBetween(b, point))[0]!
  return `${near.name}, Montevideo`
}

/** Maps without a city, for tests of other features: straight lines × 1.3 at 30 km/h, a few places, deterministic. */
export const standInMaps = (): StandInMaps => {
  let failure: MapsErrorCode | undefined
  let tollKm = 0
  const guarded = (...points: readonly Point[]): void => {
    if (failure) throw new MapsError(failure, 'The substitute is set to fail.')
    for (const point of points) {
      checkPoint(point)
      if (!isInside(point)) throw new MapsError('OUT_OF_REGION', 'Outside the stand-in city.')
    }
  }
  return {
    fail: (code) => void (failure = code),
    setToll: (km) => void (tollKm = km),
    autocomplete: async ({ keyword }) => {
      guarded()
      return PLACES.filter(({ name }) => keyword !== '' && name.toLowerCase().includes(keyword.toLowerCase())).map(
        ({ name, lat, lng }) => ({
          description: `${name}, Montevideo`,
          place_id: idOf({ lat, lng }),
          structured_formatting: {
            main_text: name,
            main_text_matched_substrings: [
              { offset: name.toLowerCase().indexOf(keyword.toLowerCase()), length: keyword.length },
            ],
            secondary_text: 'Montevideo',
          },
        }),
      )
    },
    coords: async (placeId) => {
      guarded()
      const point = pointOf(placeId)
      const place = PLACES.find(({ lat, lng }) => lat === point.lat && lng === point.lng)
      return { ...point, label: place === undefined ? '' : `${place.name}, Montevideo` }
    },
    route: async (start, dest) => {
      guarded(start, dest)
      const { distance_in_km: distance, duration_in_secs: duration } = drive(start, dest)
      const coords = along(start, dest)
      return { distance, duration, tollKm, polylinePoints: encodePolyline(coords), coords, free: onStreets(duration) }
    },
    address: async (point) => {
      guarded(point)
      return addressOf(point)
    },
    locate: async (point) => {
      guarded(point)
      return { address: addressOf(point), road: null }
    },
    driveTime: async (start, dest) => {
      guarded(start, dest)
      return drive(start, dest)
    },
    matrix: async (sources, targets) => {
      guarded()
      checkMatrix(sources, targets)
      return sources.map((source) =>
        targets.map((target) => (isInside(source) && isInside(target) ? drive(source, target) : null)),
      )
    },
    matchedDistance: async (fixes) => {
      checkFixes(fixes)
      guarded(...fixes)
      const km = fixes.slice(1).reduce((sum, fix, i) => sum + kmBetween(fixes[i] ?? fix, fix), 0)
      const coords = fixes.map(({ lat, lng }) => ({ lat, lng }))
      return { distance_in_km: toMetre(km), coords, polylinePoints: encodePolyline(coords) }
    },
    stretches: async (fixes) => {
      guarded(...fixes)
      return fixes.slice(1).map((fix, i) => {
        const before = fixes[i] ?? fix
        return { from: before.at, to: fix.at, free: onStreets((kmBetween(before, fix) / KM_PER_HOUR) * 3600) }
      })
    },
    region: () => REGION,
    services: noServices,
    style: (theme) => ({ style: { version: 8, name: `stand-in ${theme}`, sources: {}, layers: [] } }),
    tileVersion: () => '1',
    tile: async (z, x, y) => {
      guarded()
      return x === 0 && y === 0 ? { gzip: gzipSync(`tile of zoom ${z}`), etag: `"stand-in-${z}"` } : null
    },
    close: async () => undefined,
  }
}

const onStreets = (street: number): FreeSeconds => ({ motorway: 0, main: 0, street, mixed: 0, ferry: 0 })

const drive = (a: Point, b: Point): DriveTime => {
  const km = kmBetween(a, b) * DETOUR
  const duration_in_secs = Math.round((km / KM_PER_HOUR) * 3600)
  return { distance_in_km: toMetre(km), duration_in_secs, free: onStreets(duration_in_secs) }
}
