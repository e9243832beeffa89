import type { TimeRange } from '@remis/domain/traffic/expected-time'
import type { FreeSeconds } from '@remis/domain/traffic/road-classes'
import type { DrivenStretch } from '@remis/domain/traffic/trip-samples'

/** WGS 84 degrees. */
export interface Point {
  readonly lat: number
  readonly lng: number
}

export interface Suggestion {
  readonly description: string
  readonly place_id: string
  readonly structured_formatting: {
    readonly main_text: string
    /** Offsets in UTF-16 units of `main_text`. */
    readonly main_text_matched_substrings: readonly { readonly offset: number; readonly length: number }[]
    readonly secondary_text: string
  }
  /** The house number is not on the map: its spot is estimated from its neighbours, or that of another house. */
  readonly approximate?: true
}

export interface Route extends Traffic {
  /** km, rounded to metres. */
  readonly distance: number
  /** seconds, whole. */
  readonly duration: number
  /** km of it on roads and ferries with a toll, rounded to metres. */
  readonly tollKm: number
  /** Encoded polyline, precision 5. */
  readonly polylinePoints: string
  readonly coords: readonly Point[]
}

export interface DriveTime extends Traffic {
  readonly distance_in_km: number
  readonly duration_in_secs: number
}

/** The traffic part of a route and a drive time [design/maps-112]. */
interface Traffic {
  /** The seconds without traffic, by class of road; absent where a service answers with traffic. */
  readonly free?: FreeSeconds
  /** From when to when most drives end, where too little is known for one figure. */
  readonly range?: TimeRange
}

/** A spot on a road near a point where no car can drive. */
export interface KerbSpot extends Point {
  readonly street: string
  /** from the point, whole */
  readonly metres: number
}

export interface TrackFix extends Point {
  /** ms since 1970 */
  readonly at: number
  /** metres, where the device reports it */
  readonly accuracy?: number
}

export type MapsErrorCode =
  'NO_ROUTE' | 'NO_SEGMENT' | 'OUT_OF_REGION' | 'BAD_INPUT' | 'NOT_FOUND' | 'QUOTA' | 'UPSTREAM'

/** The only error of every adapter. */
export class MapsError extends Error {
  readonly code: MapsErrorCode
  constructor(code: MapsErrorCode, message: string) {
    super(message)
    this.name = 'MapsError'
    this.code = code
  }
}

/** The service does not answer or refuses more requests; the same question may be answered later. */
export const isMapsOutage = (error: unknown): boolean =>
  error instanceof MapsError && (error.code === 'UPSTREAM' || error.code === 'QUOTA')

export type Bbox = readonly [west: number, south: number, east: number, north: number]

export interface Region {
  readonly name: string
  /**
   * Boxes of the roads, one for each part that lies apart from the others, the one with most addresses first. Degrees.
   */
  readonly boxes: readonly [Bbox, ...Bbox[]]
  /** Of the first part. */
  readonly center: Point
  /** Date of the map data, ISO. */
  readonly date: string
  readonly attribution: string
  /** ISO 3166 alpha-2 codes the region covers. */
  readonly countries: readonly string[]
}

/** Finds places and addresses. */
export interface PlaceSearch {
  /** At most 8, best first; `country` narrows to an ISO code and is ignored when empty. `near` biases the order. */
  autocomplete(query: PlaceQuery): Promise<Suggestion[]>
  /** The place of a suggestion, `label` being its description. Place ids are signed: a forged one is BAD_INPUT. */
  coords(placeId: string): Promise<Point & { readonly label: string }>
  /** `language`: ISO 639-1, where the service has addresses in several. */
  address(point: Point, language?: string): Promise<string>
  /** The address, and `road`: where a car can stop, when none can drive in the street of the address. */
  locate(point: Point, language?: string): Promise<{ address: string; road: KerbSpot | null }>
}

export interface PlaceQuery {
  readonly keyword: string
  readonly country?: string
  readonly near?: Point
  /** ISO 639-1; a service that has names in several languages prefers it. */
  readonly language?: string
  /**
   * The same for all searches of one typing; a service that bills by it uses it. At most 36 of A-Z, a-z, 0-9, - and _.
   */
  readonly session?: string
}

export interface RouteOptions {
  /** ms since 1970, now when absent */
  readonly departAt?: number | undefined
  /** False: a line that is only shown. It uses nothing of the ceilings that is kept for fares [design/maps-85]. */
  readonly forFare?: boolean
}

/**
 * Routes and drive times. `departAt`: ms since 1970, now when absent; durations depend on it where traffic is known.
 */
export interface Routing {
  /** Never answered by another service than the chosen one, since fares are made of it. */
  route(start: Point, dest: Point, options?: RouteOptions): Promise<Route>
  driveTime(start: Point, dest: Point, departAt?: number): Promise<DriveTime>
  /**
   * One row per source, one column per target, in their order; null where there is no route, no road near or the point
   * is out of reach. At most 2500 pairs.
   */
  matrix(sources: readonly Point[], targets: readonly Point[], departAt?: number): Promise<(DriveTime | null)[][]>
}

export interface MatchedTrack {
  readonly distance_in_km: number
  readonly coords: readonly Point[]
  /** precision 5 */
  readonly polylinePoints: string
}

/** Matches driven tracks to roads. */
export interface Matching {
  /**
   * Map-matched distance in km along the roads of these fixes, in their order, with the line. 2 to 500 fixes. For
   * fares: never answered by another service than the chosen one.
   */
  matchedDistance(fixes: readonly TrackFix[]): Promise<MatchedTrack>
  /**
   * How many points of a trip are matched, at most 500; default 25. More where a service does not follow roads between
   * points that are far apart.
   */
  readonly mostFixes?: number
  /**
   * The driven times of a track and the times of the same roads without traffic, in its order. 2 to 500 fixes. Absent
   * where a service does not know them: nothing is learned from its trips then.
   */
  readonly stretches?: (fixes: readonly TrackFix[]) => Promise<readonly DrivenStretch[]>
}

/** Styles and tiles of the screens. */
export interface MapDrawing {
  /**
   * The MapLibre style, labels in this language where the map has them; addresses are paths on this host. `elsewhere`:
   * the address of the operator's style, which browsers load instead.
   */
  style(theme: 'light' | 'dark', language?: string): MapStyle
  /** The version of the tiles that `tile` reads now. */
  tileVersion(): string
  /** gzip-compressed vector tile, null where it is empty. */
  tile(z: number, x: number, y: number): Promise<{ gzip: Uint8Array; etag: string } | null>
}

export type MapStyle = { readonly style: unknown } | { readonly elsewhere: string }

export type MapsCapability = 'search' | 'routing' | 'matching'

/** An outside service as the office sees it. */
export interface MapServiceState {
  readonly name: string
  readonly capabilities: readonly MapsCapability[]
  readonly host: string
  /**
   * `ok` until a call fails; `paused`: not called until `retryAt` after several failures; `over`: today's ceiling is
   * used up.
   */
  readonly state: 'ok' | 'failing' | 'paused' | 'over'
  readonly lastError: { readonly text: string; readonly at: number } | null
  /** ms since 1970 */
  readonly retryAt: number | null
  /** requests today (UTC) and their ceiling */
  readonly requests: number
  readonly mostRequests: number
  /** US dollars today, by list price; 0 for a service without a price */
  readonly spent: number
  readonly mostSpent: number
}

/** The outside services in use; none when the embedded engine does everything. */
export interface MapServices {
  readonly names: readonly string[]
  /** The one that answers routes, drive times and the matrix; null: the embedded engine. */
  readonly routing: string | null
  list(): Promise<readonly MapServiceState[]>
  /** Calls the service once, also while it is paused. `detail` says in one line what failed. */
  test(name: string): Promise<{ readonly ok: boolean; readonly ms: number; readonly detail: string }>
}

/**
 * The port to any maps service [design/maps-1]. Distances km, durations seconds.
 *
 * Each capability may be with another service [design/maps-80]. While a service fails or its ceiling is reached, the
 * embedded engine answers `autocomplete`, `address`, `locate`, `driveTime` and `matrix` inside its region
 * [design/maps-81]. `route` and `matchedDistance` never fall back, since fares are computed from them: the same trip
 * must not have two prices.
 */
export interface MapsProvider extends PlaceSearch, Routing, Matching, MapDrawing {
  region(): Region
  readonly services: MapServices
  close(): Promise<void>
}

export const notInUse = { ok: false, ms: 0, detail: 'This service is not in use.' } as const

export const noServices: MapServices = {
  names: [],
  routing: null,
  list: () => Promise.resolve([]),
  test: () => Promise.resolve(notInUse),
}
