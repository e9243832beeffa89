import type { Tags } from '../osm/osm-data.ts'

const MILE = 1.609344
const KNOT = 1.852

/**
 * km/h of the limits that countries set by kind of place: [urban, rural, motorway]. Source: OpenStreetMap wiki,
 * "Default speed limits", for cars. Where there is no limit, the advised speed.
 */
const NATIONAL: Readonly<Record<string, readonly [urban: number, rural: number, motorway: number]>> = {
  AR: [40, 110, 130], AT: [50, 100, 130], AU: [50, 100, 110], BE: [50, 90, 120], BG: [50, 90, 140], BR: [60, 100, 110],
  BY: [60, 90, 110], CA: [50, 80, 100], CH: [50, 80, 120], CL: [50, 100, 120], CZ: [50, 90, 130], DE: [50, 100, 130],
  DK: [50, 80, 130], EE: [50, 90, 110], ES: [50, 90, 120], FI: [50, 80, 120], FR: [50, 80, 130],
  GB: [30 * MILE, 60 * MILE, 70 * MILE], GR: [50, 90, 130], HR: [50, 90, 130], HU: [50, 90, 130], IE: [50, 80, 120],
  IL: [50, 80, 110], IS: [50, 90, 90], IT: [50, 90, 130], JP: [60, 60, 100], LI: [50, 80, 80], LT: [50, 90, 130],
  LU: [50, 90, 130], LV: [50, 90, 110], MD: [50, 90, 110], NL: [50, 80, 100], NO: [50, 80, 110], NZ: [50, 100, 100],
  PL: [50, 90, 140], PT: [50, 90, 120], RO: [50, 90, 130], RS: [50, 80, 130], RU: [60, 90, 110], SE: [50, 70, 110],
  SI: [50, 90, 130], SK: [50, 90, 130], TR: [50, 90, 120], UA: [50, 90, 130], US: [25 * MILE, 55 * MILE, 65 * MILE],
  UY: [45, 90, 110], ZA: [60, 100, 120],
} // prettier-ignore
const USUAL = [50, 90, 120] as const

/** Kinds of roads that a national limit may slow down, by its place in the table above. */
const UNSIGNED: Readonly<Record<string, 1 | 2>> = { motorway: 2, trunk: 1, primary: 1 }

/**
 * km/h that a country allows on a road of this kind without a sign; undefined for small roads and unlisted countries.
 */
export const nationalLimit = (kind: string, country: string | undefined): number | undefined => {
  const place = UNSIGNED[kind]
  return place === undefined || country === undefined ? undefined : NATIONAL[country]?.[place]
}

/** British classes: restricted roads, single and dual carriageways under the national limit. */
const BRITISH: Readonly<Record<string, number>> = {
  nsl_restricted: 30 * MILE,
  nsl_single: 60 * MILE,
  nsl_dual: 70 * MILE,
}

/** Tags that name the kind of place when `maxspeed` has no number. */
const ZONE_KEYS = ['maxspeed', 'maxspeed:type', 'source:maxspeed', 'zone:maxspeed', 'zone:traffic']

/** The speed limit of a way in km/h; undefined when its tags do not say. Numbers are km/h unless a unit follows. */
export const limitOf = (tags: Tags): number | undefined => {
  const stated = tags['maxspeed'] ?? ''
  const number = /^(\d+(?:\.\d+)?)\s*(mph|knots)?/.exec(stated)
  if (number) {
    const limit = Number(number[1]) * (number[2] === 'mph' ? MILE : number[2] === 'knots' ? KNOT : 1)
    return limit >= 5 ? limit : undefined
  }
  if (stated === 'walk') return 7
  for (const key of ZONE_KEYS) {
    const limit = zoneLimit(tags[key] ?? '')
    if (limit !== undefined) return limit
  }
  return undefined
}

/** `DE:urban`, `FR:zone30`, `DE:zone:30`, `GB:nsl_single`, `BE-VLG:rural`. */
const zoneLimit = (value: string): number | undefined => {
  const [, country, zone] = /^([A-Z]{2})(?:-[A-Z0-9]+)?:(.+)$/.exec(value) ?? []
  if (country === undefined || zone === undefined) return undefined
  const sign = /^zone:?(\d+)$/.exec(zone)
  if (sign) return Number(sign[1])
  if (BRITISH[zone] !== undefined) return BRITISH[zone]
  const limits = NATIONAL[country === 'UK' ? 'GB' : country] ?? USUAL
  if (zone === 'urban') return limits[0]
  if (zone === 'rural') return limits[1]
  if (zone === 'motorway') return limits[2]
  if (zone === 'living_street') return 10
  return undefined
}
