import type { Platform } from '../../../platform/http/use-case.ts'
import type { MapsLimits } from '../../../platform/runtime/limits/outside-limits.ts'
import type { MapsConfig, OutsideService as ServiceName } from '../../../platform/runtime/maps-variables.ts'
import { StartError } from '../../../platform/runtime/start-error.ts'
import { guardedRequest } from '../../../platform/security/guarded-request.ts'
import { centerOf } from '../check-points.ts'
import { chosenMaps } from '../chosen-maps.ts'
import { googleMaps, googleOptions } from '../google/open-google.ts'
import {
  MapsError,
  notInUse,
  type MapsCapability,
  type MapsErrorCode,
  type MapServices,
  type MapsProvider,
  type Matching,
  type PlaceSearch,
  type Point,
  type Routing,
} from '../maps-provider.ts'
import { nominatimPlaces } from './nominatim-places.ts'
import { osrmMaps } from './osrm-maps.ts'
import { OutsidePlaceIds } from './outside-place-ids.ts'
import { OutsideService, type OutsideServiceOptions, type UseCounter } from './outside-service.ts'
import { photonPlaces } from './photon-places.ts'
import { countRequest, selectToday } from './service-days-store.ts'
import { valhallaMaps } from './valhalla-maps.ts'

/** One outside service and what it can do. `coords` gets the id that `autocomplete` of the same adapter gave. */
export interface OutsideAdapter {
  readonly search?: PlaceSearch
  readonly routing?: Routing
  readonly matching?: Matching
}

/** `center`: the middle of the area in use; a service of the whole world prefers places around it. */
export type OpenAdapter = (service: OutsideService, limits: MapsLimits, center: () => Point) => OutsideAdapter

/** How each service is opened. */
interface Opening {
  readonly options: (
    config: MapsConfig,
  ) => Pick<OutsideServiceOptions, 'bases'> & Partial<Pick<OutsideServiceOptions, 'headers' | 'cacheSeconds'>>
  readonly adapter: OpenAdapter
}

const openings: Readonly<Partial<Record<ServiceName, Opening>>> = {
  google: { options: googleOptions, adapter: googleMaps },
  osrm: {
    options: ({ urls }) => ({ bases: [urls.osrm ?? ''] }),
    adapter: (service, { matchMs }) => osrmMaps(service, matchMs),
  },
  valhalla: {
    options: ({ urls }) => ({ bases: [urls.valhalla ?? ''] }),
    adapter: (service, { matchMs }) => valhallaMaps(service, matchMs),
  },
  photon: {
    options: ({ urls }) => ({ bases: [urls.photon ?? ''] }),
    adapter: (service) => ({ search: photonPlaces(service) }),
  },
  nominatim: {
    options: ({ urls }) => ({ bases: [urls.nominatim ?? ''] }),
    adapter: (service) => ({ search: nominatimPlaces(service) }),
  },
}

/** The counter in the database. */
export const databaseCounter = (db: Platform['db']): UseCounter => ({
  count: (service, microDollars, most) => countRequest(db.request, service, microDollars, most),
  today: () => selectToday(db.request),
})

/** For a command that sends a few requests, also where no database is prepared yet. */
const uncounted: UseCounter = { count: () => Promise.resolve(true), today: () => Promise.resolve(new Map()) }

interface OpenServicesOptions extends Pick<Platform, 'config'> {
  readonly counter?: UseCounter
  readonly log?: OutsideServiceOptions['log']
  /** Where connection tests ask for addresses and routes. */
  readonly center: () => Point
}

const quiet: OutsideServiceOptions['log'] = { warn: () => undefined, info: () => undefined }

/** The services that the configuration chooses, and the adapter of each capability. */
export const openServices = ({ config, counter = uncounted, log = quiet, center }: OpenServicesOptions) => {
  const { maps, limits } = config
  const send = guardedRequest(config.providerNetworks, { mostBytes: limits.maps.replyBytes, keepAlive: true })
  const opened = new Map<ServiceName, { service: OutsideService; adapter: OutsideAdapter }>()
  const open = (name: ServiceName): OutsideAdapter => {
    const known = opened.get(name)
    if (known !== undefined) return known.adapter
    const opening = openings[name]
    if (opening === undefined) throw new StartError(`${name} is not available as a maps service. See .env.example.`)
    const { headers, ...more } = opening.options(maps)
    const service = new OutsideService({
      name,
      ...more,
      headers: { 'user-agent': `Remis (${config.publicUrl})`, ...headers },
      send,
      counter,
      most: { requests: maps.dailyRequests, microDollars: Math.round(maps.dailySpend * 1e6) },
      reserve: makesFares(maps, name) ? limits.maps.fareReserve : 0,
      limits: limits.maps,
      log,
    })
    const adapter = opening.adapter(service, limits.maps, center)
    opened.set(name, { service, adapter })
    return adapter
  }
  const { search, routing, matching } = maps
  const chosen = {
    search: search === 'embedded' ? undefined : { service: search, places: needed(open(search).search, search) },
    routing: routing === 'embedded' ? undefined : needed(open(routing).routing, routing),
    matching: matching === 'embedded' ? undefined : needed(open(matching).matching, matching),
  }
  const middle = () => (maps.area === undefined ? center() : centerOf(maps.area))
  return { chosen, services: servicesOf(maps, [...opened.values()], counter, middle) }
}

/** Quotes are made of routes, charged fares of matched tracks. */
const makesFares = ({ routing, matching }: MapsConfig, name: ServiceName): boolean =>
  routing === name || matching === name

export interface OpenOutsideOptions extends Pick<Platform, 'config' | 'log' | 'secret'> {
  readonly embedded: MapsProvider
  readonly counter: UseCounter
}

/** The maps with the services that the configuration chooses; the embedded engine when it chooses none. */
export const openOutsideMaps = ({ config, log, secret, embedded, counter }: OpenOutsideOptions): MapsProvider => {
  const { chosen, services } = openServices({ config, counter, log, center: () => embedded.region().center })
  return chosenMaps({
    embedded,
    ...chosen,
    placeIds: new OutsidePlaceIds(secret.keyFor('place-ids')),
    services,
    styleUrl: config.maps.style?.url,
    area: config.maps.area,
  })
}

const needed = <T>(part: T | undefined, name: string): T => {
  if (part === undefined) throw new Error(`${name} cannot do this.`)
  return part
}

const servicesOf = (
  maps: MapsConfig,
  opened: readonly { readonly service: OutsideService; readonly adapter: OutsideAdapter }[],
  counter: UseCounter,
  center: () => Point,
): MapServices => {
  const capabilitiesOf = (name: string): MapsCapability[] =>
    (['search', 'routing', 'matching'] as const).filter((capability) => maps[capability] === name)
  return {
    names: opened.map(({ service }) => service.name),
    routing: maps.routing === 'embedded' ? null : maps.routing,
    list: async () => {
      const today = await counter.today()
      return opened.map(({ service }) => ({
        ...service.state(today.get(service.name)),
        capabilities: capabilitiesOf(service.name),
      }))
    },
    test: async (name) => {
      const found = opened.find(({ service }) => service.name === name)
      if (found === undefined) return notInUse
      const { service, adapter } = found
      const started = performance.now()
      const ms = () => Math.round(performance.now() - started)
      try {
        await service.test(() => probe(adapter, capabilitiesOf(name), center()))
        return { ok: true, ms: ms(), detail: '' }
      } catch (error) {
        return { ok: false, ms: ms(), detail: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

/**
 * One call of each kind of the capabilities in use, near the middle of the area; at a random spot, so that no cache
 * answers.
 */
const probe = async (
  adapter: OutsideAdapter,
  capabilities: readonly MapsCapability[],
  { lat, lng }: Point,
): Promise<void> => {
  const off = () => Math.random() * 0.002
  const from = { lat: lat + off(), lng: lng + off() }
  const to = { lat: lat + 0.01 + off(), lng: lng + off() }
  // At Google each of these is a separate API that has to be enabled.
  if (capabilities.includes('search')) {
    await answered(adapter.search?.address(from))
    await answered(adapter.search?.autocomplete({ keyword: `station ${Math.floor(Math.random() * 1000)}`, near: from }))
  }
  if (capabilities.includes('routing')) {
    await answered(adapter.routing?.driveTime(from, to))
    await answered(adapter.routing?.matrix([from], [to]))
  }
  if (capabilities.includes('matching')) {
    const at = Date.now()
    await answered(
      adapter.matching?.matchedDistance([
        { ...from, at },
        { ...to, at: at + 120_000 },
      ]),
    )
  }
}

const nothingHere: readonly MapsErrorCode[] = ['NOT_FOUND', 'NO_ROUTE', 'NO_SEGMENT']

/** A service works that finds no road or address in a park or a lagoon in the middle of the area. */
const answered = async (call: Promise<unknown> | undefined): Promise<void> => {
  try {
    await call
  } catch (error) {
    if (!(error instanceof MapsError) || !nothingHere.includes(error.code)) throw error
  }
}
