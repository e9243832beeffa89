import { z } from 'zod'
import { isSafeUrl } from '../http/loopback.ts'
import { StartError } from './start-error.ts'

export type SearchService = 'embedded' | 'photon' | 'nominatim' | 'google'
export type RoadService = 'embedded' | 'osrm' | 'valhalla' | 'google'
export type OutsideService = Exclude<SearchService | RoadService, 'embedded'>

const search = z.enum(['embedded', 'photon', 'nominatim', 'google']).default('embedded')
const roads = z.enum(['embedded', 'osrm', 'valhalla', 'google']).default('embedded')

const serviceUrl = (name: string) =>
  z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      `Address of your ${name} server. A query of it, for example a key, is sent with each request. A host in a private network needs PROVIDER_NETWORKS.`,
    )

const bbox = z
  .string()
  .regex(/^(-?\d{1,3}(\.\d+)?,){3}-?\d{1,3}(\.\d+)?$/, 'use west,south,east,north in degrees')
  .transform((text) => text.split(',').map(Number) as [number, number, number, number])
  .refine(
    ([west, south, east, north]) =>
      west < east && south < north && west >= -180 && east <= 180 && south >= -85 && north <= 85,
    'use west,south,east,north in degrees',
  )

/** The environment variables of maps services outside this server [design/maps-80]. */
export const mapsVariables = {
  MAPS_SEARCH: search.describe('Who finds places and addresses: embedded, photon, nominatim or google.'),
  MAPS_ROUTING: roads.describe('Who computes routes and drive times: embedded, osrm, valhalla or google.'),
  MAPS_MATCHING: roads.describe('Who matches driven tracks to roads: embedded, osrm, valhalla or google.'),
  MAPS_PHOTON_URL: serviceUrl('Photon'),
  MAPS_NOMINATIM_URL: serviceUrl('Nominatim'),
  MAPS_OSRM_URL: serviceUrl('OSRM'),
  MAPS_VALHALLA_URL: serviceUrl('Valhalla'),
  MAPS_DRAWING: z
    .enum(['embedded', 'google'])
    .default('embedded')
    .describe('Who draws the maps of the screens: embedded (or MAPS_STYLE_URL) or google.'),
  GOOGLE_MAPS_SERVER_KEY: z
    .string()
    .min(20)
    .optional()
    .describe('Key of the Google Maps Platform for calls of this server. Restrict it to the address of the server.'),
  GOOGLE_MAPS_BROWSER_KEY: z
    .string()
    .min(20)
    .optional()
    .describe('Key for Google’s map on the screens, which readers can see. Restrict it to PUBLIC_URL at Google.'),
  GOOGLE_MAPS_TERMS: z
    .enum(['world', 'eea'])
    .default('world')
    .describe(
      'Terms of the Google Maps Platform that apply to you: eea with a billing address in the European Economic Area, else world. With world, places and routes of Google need MAPS_DRAWING=google.',
    ),
  GOOGLE_MAPS_URL: serviceUrl('Google Maps proxy').describe(
    'Address that is called in place of Google’s hosts, for a proxy of yours. It receives the key. Default: none.',
  ),
  MAPS_STYLE_URL: z
    .string()
    .regex(/^https?:\/\/[^\s]+$/, 'must begin with http:// or https://')
    .optional()
    .describe(
      'Address of a MapLibre style that browsers load; {theme} in it becomes light or dark, {language} a language code. Default: the style of this server.',
    ),
  MAPS_STYLE_ORIGINS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Further origins from which that style loads tiles and fonts, comma-separated, for example https://tiles.example.com.',
    ),
  MAPS_AREA: bbox
    .optional()
    .describe(
      'The area of the service, which the screens show first and searches prefer, as west,south,east,north in degrees, in place of the imported region’s. Default: the imported region.',
    ),
  MAPS_DAILY_REQUESTS: z.coerce
    .number()
    .int()
    .min(1)
    .default(100_000)
    .describe('Most requests to each outside maps service in a day (UTC).'),
  MAPS_DAILY_SPEND: z.coerce
    .number()
    .min(0)
    .default(20)
    .describe('Most that the requests to a paid maps service may cost in a day (UTC), US dollars by list price.'),
}

export interface GoogleConfig {
  readonly serverKey: string | undefined
  readonly browserKey: string | undefined
  /** Whether what Google finds may be shown on another map than Google's. */
  readonly onOtherMaps: boolean
  /** A proxy instead of Google's hosts. */
  readonly url: string | undefined
}

/** Which service does what, and how it is reached. */
export interface MapsConfig {
  readonly search: SearchService
  readonly routing: RoadService
  readonly matching: RoadService
  /** Without a trailing slash in the path; the query is sent with each request. */
  readonly urls: Readonly<Partial<Record<'photon' | 'nominatim' | 'osrm' | 'valhalla', string>>>
  readonly google: GoogleConfig
  readonly drawing: 'embedded' | 'google'
  /** What the page's content security policy allows for the style. */
  readonly style: { readonly url: string; readonly origins: readonly string[] } | undefined
  readonly area: readonly [west: number, south: number, east: number, north: number] | undefined
  readonly dailyRequests: number
  /** US dollars */
  readonly dailySpend: number
}

type Given = z.output<z.ZodObject<typeof mapsVariables>>

const urlVariable = {
  photon: 'MAPS_PHOTON_URL',
  nominatim: 'MAPS_NOMINATIM_URL',
  osrm: 'MAPS_OSRM_URL',
  valhalla: 'MAPS_VALHALLA_URL',
} as const

/** The service of each capability, by its variable. */
const choices = ['MAPS_SEARCH', 'MAPS_ROUTING', 'MAPS_MATCHING'] as const

/** Demonstration servers and why they are refused [design/maps-84]. */
const refusedHosts: readonly { readonly host: RegExp; readonly mode: 'any' | 'production'; readonly why: string }[] = [
  {
    host: /(^|\.)nominatim\.openstreetmap\.org$/,
    mode: 'any',
    why: 'is the public server, whose usage policy forbids search while typing. Enter a server of your own',
  },
  {
    host: /^(photon\.komoot\.io|router\.project-osrm\.org|routing\.openstreetmap\.de|valhalla1\.openstreetmap\.de)$/,
    mode: 'production',
    why: 'is a demonstration server that is not for production. Enter a server of your own',
  },
]

const originOf = (text: string): string => {
  try {
    const url = new URL(text.trim())
    if (/^https?:$/.test(url.protocol)) return url.origin
  } catch {
    // refused below
  }
  throw new StartError(`MAPS_STYLE_ORIGINS is not valid: "${text.trim()}" is no origin. See .env.example.`)
}

const styleOf = (v: Given): MapsConfig['style'] => {
  const { MAPS_STYLE_URL: url, MAPS_STYLE_ORIGINS: more } = v
  if (url === undefined && more !== undefined)
    throw new StartError('MAPS_STYLE_ORIGINS needs MAPS_STYLE_URL. See .env.example.')
  if (url === undefined) return undefined
  // A placeholder in the host would let the request choose it.
  if (!URL.canParse(url) || /^[^/]*\/\/[^/?#]*[{}]/.test(url))
    throw new StartError('MAPS_STYLE_URL is not valid: it must be an address. See .env.example.')
  return { url, origins: [...new Set([new URL(url).origin, ...(more?.split(',') ?? []).map(originOf)])] }
}

/** Whether screens show what Google found. */
export const usesGoogle = ({ search, routing, matching }: MapsConfig): boolean =>
  [search, routing, matching].includes('google')

/** Keys and terms of Google [design/maps-90], [design/maps-96]. */
const googleOf = (v: Given, mode: 'trial' | 'production'): GoogleConfig => {
  const { GOOGLE_MAPS_SERVER_KEY: serverKey, GOOGLE_MAPS_BROWSER_KEY: browserKey, GOOGLE_MAPS_URL: url } = v
  const onOtherMaps = v.GOOGLE_MAPS_TERMS === 'eea'
  const choice = choices.find((name) => v[name] === 'google')
  if (v.MAPS_DRAWING === 'google' && browserKey === undefined)
    throw new StartError('MAPS_DRAWING=google needs GOOGLE_MAPS_BROWSER_KEY. See .env.example.')
  if (browserKey !== undefined && browserKey === serverKey)
    throw new StartError(
      'GOOGLE_MAPS_BROWSER_KEY is the same as GOOGLE_MAPS_SERVER_KEY: readers would see the key of the server. Make two.',
    )
  if (choice !== undefined && v.MAPS_DRAWING !== 'google' && !onOtherMaps)
    throw new StartError(
      `${choice}=google needs MAPS_DRAWING=google: Google’s terms forbid what it finds on another map. See GOOGLE_MAPS_TERMS in .env.example.`,
    )
  if (url !== undefined && mode === 'production' && !isSafeUrl(url))
    throw new StartError('GOOGLE_MAPS_URL must begin with https in production: it receives the key.')
  return { serverKey, browserKey, onOtherMaps, url: url?.replace(/\/+$/, '') }
}

/** @throws StartError with one line for a service without its address or key, or a server that must not be used */
export const mapsConfigOf = (v: Given, mode: 'trial' | 'production'): MapsConfig => {
  for (const choice of choices) {
    const service = v[choice]
    if (service === 'embedded') continue
    const needed = service === 'google' ? 'GOOGLE_MAPS_SERVER_KEY' : urlVariable[service]
    if (v[needed] === undefined) throw new StartError(`${choice}=${service} needs ${needed}. See .env.example.`)
  }
  const urls = Object.fromEntries(
    Object.entries(urlVariable).flatMap(([service, variable]) => {
      const given = v[variable]
      if (given === undefined) return []
      const url = new URL(given)
      const refused = refusedHosts.find((one) => one.host.test(url.hostname) && ['any', mode].includes(one.mode))
      if (refused !== undefined) throw new StartError(`${variable}: ${url.hostname} ${refused.why}.`)
      if (url.username !== '' || url.hash !== '')
        throw new StartError(`${variable} is not valid: it must have neither a user name nor a "#". See .env.example.`)
      return [[service, `${url.origin}${url.pathname.replace(/\/+$/, '')}${url.search}`]]
    }),
  )
  return {
    search: v.MAPS_SEARCH,
    routing: v.MAPS_ROUTING,
    matching: v.MAPS_MATCHING,
    urls,
    google: googleOf(v, mode),
    drawing: v.MAPS_DRAWING,
    style: styleOf(v),
    area: v.MAPS_AREA,
    dailyRequests: v.MAPS_DAILY_REQUESTS,
    dailySpend: v.MAPS_DAILY_SPEND,
  }
}
