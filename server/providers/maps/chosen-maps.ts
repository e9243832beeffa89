import { fallbackLanguage } from '@remis/domain/texts/languages'
import { centerOf, isInRegion } from './check-points.ts'
import {
  isMapsOutage,
  MapsError,
  noServices,
  type Bbox,
  type Matching,
  type MapServices,
  type MapsProvider,
  type PlaceQuery,
  type PlaceSearch,
  type Point,
  type Region,
  type Routing,
} from './maps-provider.ts'
import type { OutsidePlaceIds } from './outside/outside-place-ids.ts'

export interface ChosenMapsOptions {
  readonly embedded: MapsProvider
  /** Place ids are as the service gives them; here they are signed. Undefined: the embedded engine. */
  readonly search?: { readonly service: string; readonly places: PlaceSearch } | undefined
  readonly routing?: Routing | undefined
  readonly matching?: Matching | undefined
  readonly placeIds: OutsidePlaceIds
  readonly services?: MapServices
  /** The address of the operator's style; {theme} and {language} are replaced. */
  readonly styleUrl?: string | undefined
  readonly area?: Bbox | undefined
}

/** The maps as the configuration composes them [design/maps-80]; what falls back is in the port's docstring. */
export const chosenMaps = (options: ChosenMapsOptions): MapsProvider => {
  const { embedded, search, routing, matching, styleUrl, area, services = noServices } = options
  const orEmbedded = orEmbeddedIn(embedded)
  return {
    ...(search === undefined ? searchOf(embedded, options.placeIds) : outsideSearch(search, options, orEmbedded)),
    ...(routing === undefined ? routingOf(embedded) : outsideRouting(routing, embedded, orEmbedded)),
    matchedDistance: (fixes) => (matching ?? embedded).matchedDistance(fixes),
    ...(matching?.mostFixes === undefined ? {} : { mostFixes: matching.mostFixes }),
    // Only the embedded engine's durations use what is learned.
    ...(routing === undefined && embedded.stretches ? { stretches: embedded.stretches } : {}),
    region: () => (area === undefined ? embedded.region() : regionOf(embedded.region(), area)),
    style: (theme, language) =>
      styleUrl === undefined
        ? embedded.style(theme, language)
        : { elsewhere: styleUrl.replaceAll('{theme}', theme).replaceAll('{language}', languageOf(language)) },
    tileVersion: () => embedded.tileVersion(),
    tile: (z, x, y) => embedded.tile(z, x, y),
    services,
    close: () => embedded.close(),
  }
}

/** The value comes from the browser and becomes a part of a URL. */
const languageOf = (given = ''): string => (/^[a-z]{2,3}$/.test(given) ? given : fallbackLanguage.code)

/** `points`: null when the question is about no place of the embedded region. */
type OrEmbedded = <T>(points: readonly Point[] | null, outside: Promise<T>, inside: () => Promise<T>) => Promise<T>

/** The outside answer; during an outage the embedded one, if the points are in its region and it has one. */
const orEmbeddedIn =
  (embedded: MapsProvider): OrEmbedded =>
  async (points, outside, inside) => {
    try {
      return await outside
    } catch (error) {
      const isInside = points?.every((point) => isInRegion(embedded.region(), point)) ?? false
      if (!isMapsOutage(error) || !isInside) throw error
      return inside().catch(() => Promise.reject(error))
    }
  }

/** A place id of a service that is no longer in use cannot be resolved. */
const searchOf = (embedded: MapsProvider, placeIds: OutsidePlaceIds): PlaceSearch => ({
  autocomplete: (query) => embedded.autocomplete(query),
  coords: async (placeId) => {
    const outside = placeIds.read(placeId)
    if (outside !== null) throw noLongerUsed(outside.service)
    return embedded.coords(placeId)
  },
  address: (point) => embedded.address(point),
  locate: (point) => embedded.locate(point),
})

const noLongerUsed = (service: string): MapsError =>
  new MapsError('NOT_FOUND', `This place was found by ${service}, which is no longer used. Choose it again.`)

const outsideSearch = (
  { service, places }: NonNullable<ChosenMapsOptions['search']>,
  { embedded, placeIds, area }: ChosenMapsOptions,
  orEmbedded: OrEmbedded,
): PlaceSearch => ({
  autocomplete: (query) =>
    orEmbedded(
      query.near === undefined ? placeless(query, embedded.region(), area) : [query.near],
      places.autocomplete(query).then((found) =>
        found.slice(0, 8).flatMap((suggestion) => {
          const place_id = placeIds.sign(service, suggestion.place_id)
          return place_id === undefined ? [] : [{ ...suggestion, place_id }]
        }),
      ),
      () => embedded.autocomplete(query),
    ),
  coords: async (placeId) => {
    const outside = placeIds.read(placeId)
    // Suggestions made during an outage are the embedded engine's.
    if (outside === null) return embedded.coords(placeId)
    if (outside.service !== service) throw noLongerUsed(outside.service)
    return places.coords(outside.id)
  },
  address: (point, language) =>
    orEmbedded([point], places.address(point, language), () => embedded.address(point, language)),
  locate: (point, language) =>
    orEmbedded([point], places.locate(point, language), () => embedded.locate(point, language)),
})

/** The points of a search without a place; null when it is for another country than the embedded region's. */
const placeless = ({ country }: PlaceQuery, { countries }: Region, area: Bbox | undefined): readonly Point[] | null => {
  if (country !== undefined && countries.length > 0 && !countries.includes(country.toUpperCase())) return null
  return area === undefined ? [] : [centerOf(area)]
}

const routingOf = (routing: Routing): Routing => ({
  route: (start, dest, options) => routing.route(start, dest, options),
  driveTime: (start, dest, departAt) => routing.driveTime(start, dest, departAt),
  matrix: (sources, targets, departAt) => routing.matrix(sources, targets, departAt),
})

const outsideRouting = (outside: Routing, embedded: MapsProvider, orEmbedded: OrEmbedded): Routing => ({
  route: (start, dest, options) => outside.route(start, dest, options),
  driveTime: (start, dest, departAt) =>
    orEmbedded([start, dest], outside.driveTime(start, dest, departAt), () =>
      embedded.driveTime(start, dest, departAt),
    ),
  // One car outside the region must not cost the others their times.
  matrix: (sources, targets, departAt) =>
    orEmbedded(somePair(sources, targets, embedded.region()), outside.matrix(sources, targets, departAt), () =>
      embedded.matrix(sources, targets, departAt),
    ),
})

/** The first pair in the region; null without one. */
const somePair = (sources: readonly Point[], targets: readonly Point[], region: Region): readonly Point[] | null => {
  const inside = (point: Point): boolean => isInRegion(region, point)
  const [source, target] = [sources.find(inside), targets.find(inside)]
  return source === undefined || target === undefined ? null : [source, target]
}

/** The countries of an area that was not imported are not known. */
const regionOf = (region: Region, area: Bbox): Region => ({
  ...region,
  boxes: [area],
  center: centerOf(area),
  countries: [],
})
