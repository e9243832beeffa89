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
  /** The house number is not on the map: its spot is estimated from its neighbours. */
  readonly approximate?: true
}

export interface Route {
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

export interface DriveTime {
  readonly distance_in_km: number
  readonly duration_in_secs: number
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

export interface Region {
  readonly name: string
  readonly bbox: readonly [west: number, south: number, east: number, north: number]
  readonly center: Point
  /** Date of the map data, ISO; shown with the attribution. */
  readonly date: string
  readonly attribution: string
  /** ISO 3166 alpha-2 codes the region covers. */
  readonly countries: readonly string[]
}

/** The port to any maps service [design/maps-1]. Distances km, durations seconds. */
export interface MapsProvider {
  /** At most 8, best first; `country` narrows to an ISO code and is ignored when empty. `near` biases the order. */
  autocomplete(query: { keyword: string; country?: string; near?: Point; language?: string }): Promise<Suggestion[]>
  /** The place of a suggestion, `label` being its description. Place ids are signed: a forged one is BAD_INPUT. */
  coords(placeId: string): Promise<Point & { readonly label: string }>
  route(start: Point, dest: Point): Promise<Route>
  address(point: Point): Promise<string>
  /** The address, and `road`: where a car can stop, when none can drive in the street of the address. */
  locate(point: Point): Promise<{ address: string; road: KerbSpot | null }>
  driveTime(start: Point, dest: Point): Promise<DriveTime>
  /** From each source to the target, in the order of `sources`; null where there is no route. */
  matrix(sources: readonly Point[], target: Point): Promise<(DriveTime | null)[]>
  /** Map-matched distance in km along the roads of these fixes, in their order, with the line. 2 to 500 fixes. */
  matchedDistance(
    fixes: readonly TrackFix[],
  ): Promise<{ distance_in_km: number; coords: readonly Point[]; polylinePoints: string }>
  region(): Region
  /** The MapLibre style, labels in this language where the map has them; addresses are paths on this host. */
  style(theme: 'light' | 'dark', language?: string): unknown
  /** gzip-compressed vector tile, null where it is empty. */
  tile(z: number, x: number, y: number): Promise<{ gzip: Uint8Array; etag: string } | null>
  close(): Promise<void>
}
