/** The hosts of Google's web services, by API. */
export const googleHosts = {
  places: 'places.googleapis.com',
  geocoding: 'geocode.googleapis.com',
  routes: 'routes.googleapis.com',
  roads: 'roads.googleapis.com',
} as const

export type GoogleApi = keyof typeof googleHosts

/** Date of Google's list that the prices below are taken from. */
export const googlePricesOf = '2025-03-01'

/**
 * Millionths of a US dollar for one billable event, at the list price up to 100,000 events a month. Google's free
 * events of each month are not counted, so a day never costs more than was counted [design/maps-95].
 */
export const googlePrices = {
  autocomplete: 2_830,
  placeDetails: 5_000,
  geocoding: 5_000,
  route: 5_000,
  routeInTraffic: 10_000,
  matrixElementInTraffic: 10_000,
  snapToRoads: 10_000,
} as const

/** One call of a web service. */
export interface GoogleRequest {
  readonly api: GoogleApi
  /** Begins with a slash, parts encoded. Never contains the key, which is a header. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Sent by POST; a request without a body is a GET. */
  readonly body?: unknown
  /** Fields of the answer; they decide the price of details and routes. */
  readonly fieldMask?: string
  /** Millionths of a US dollar. */
  readonly cost: number
  readonly forFare?: boolean
}

/** Sends a request and reads its JSON. @throws MapsError; an answer that is not JSON is UPSTREAM */
export type AskGoogle = (request: GoogleRequest) => Promise<unknown>
