import type { Tags } from '../osm/osm-data.ts'
import { limitOf, nationalLimit } from './speed-limit.ts'

/** Average km/h of a car by kind of road, in free flow, where nothing else is tagged. Links get 60 % of their road. */
const SPEED: Readonly<Record<string, number>> = {
  motorway: 100,
  trunk: 80,
  primary: 60,
  secondary: 50,
  tertiary: 40,
  unclassified: 35,
  road: 30,
  residential: 28,
  service: 14,
  living_street: 12,
}

/** Of a ferry without a duration, km/h. */
const FERRY_SPEED = 12

/** Junctions that are one-way without a tag. */
const ROUND = new Set(['roundabout', 'circular'])

/** Average delay of a traffic signal, seconds. */
export const SIGNAL_SECONDS = 8

export interface Drive {
  /** km/h */
  readonly speed: number
  readonly forward: boolean
  readonly backward: boolean
  /** Only at the beginning or end of a route. */
  readonly side: boolean
  readonly toll: boolean
  /** Whether a car may stop to let people in or out: not in a tunnel and not on a motorway. */
  readonly stops: boolean
  /** By the kind of road, links with their road. A ferry is a street. */
  readonly roadClass: 'motorway' | 'main' | 'street'
  /** A ferry, with the seconds for the whole way where they are tagged. */
  readonly ferry: false | { readonly seconds: number | undefined }
}

/** How a car may use a way; undefined when it may not. `country`: where the way is, ISO 3166 alpha-2. */
export const driveOf = (tags: Tags, country?: () => string | undefined): Drive | undefined => {
  const highway = tags['highway']
  if (highway === undefined) return tags['route'] === 'ferry' ? ferryOf(tags) : undefined
  const access = accessOf(tags) ?? 'open'
  if (tags['area'] === 'yes' || tags['service'] === 'emergency_access' || access === 'closed') return undefined
  const link = highway.endsWith('_link')
  const kind = link ? highway.slice(0, -5) : highway
  const usual = SPEED[kind]
  // Links of a motorway may be two-way: OpenStreetMap implies one way for the motorway itself only.
  const directions = directionsOf(tags, ROUND.has(tags['junction'] ?? '') || highway === 'motorway')
  if (usual === undefined || !directions) return undefined
  const limit = limitOf(tags)
  // Without a sign the national limit caps the usual speed; it does not raise it, since the road may be in a town.
  const unsigned = limit === undefined ? nationalLimit(kind, country?.()) : undefined
  const average = Math.min(usual, 0.9 * (unsigned ?? Infinity))
  const speed = withLimit(link ? average * 0.6 : average, limit)
  const shared = { ...directions, side: access === 'side', toll: hasToll(tags) }
  return { speed, ...shared, stops: mayStop(tags, kind), roadClass: classOf(kind), ferry: false }
}

/** [design/maps-127]. A passage through a building is a street. */
const mayStop = (tags: Tags, kind: string): boolean => {
  const tunnel = tags['tunnel'] ?? 'no'
  return kind !== 'motorway' && tags['motorroad'] !== 'yes' && (tunnel === 'no' || tunnel === 'building_passage')
}

const classOf = (kind: string): Drive['roadClass'] => {
  if (kind === 'motorway' || kind === 'trunk') return 'motorway'
  return kind === 'primary' || kind === 'secondary' ? 'main' : 'street'
}

/** Ferries carry cars only where a tag says so. */
const ferryOf = (tags: Tags): Drive | undefined => {
  const rule = tags['motorcar'] ?? tags['motor_vehicle'] ?? tags['vehicle']
  const access = rule === undefined ? 'closed' : kindOf(rule)
  const directions = directionsOf(tags, false)
  if (access === 'closed' || !directions) return undefined
  const ferry = { seconds: secondsOf(tags['duration']) }
  const side = access === 'side'
  return { speed: FERRY_SPEED, ...directions, side, toll: hasToll(tags), stops: false, roadClass: 'street', ferry }
}

/** `00:20`, `1:05:00`, `25` (minutes), `PT1H30M`. */
const secondsOf = (duration: string | undefined): number | undefined => {
  const clock = /^(?:(\d+):)?(\d+)(?::(\d\d))?$/.exec(duration ?? '')
  const iso = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration ?? '')
  const [, hours = '0', minutes = '0', seconds = '0'] = clock ?? iso ?? []
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return total > 0 ? total : undefined
}

/** A tag for cars overrides the one for all traffic. Undefined when the direction changes with the hour. */
const directionsOf = (tags: Tags, implied: boolean): Pick<Drive, 'forward' | 'backward'> | undefined => {
  const oneway =
    tags['oneway:motorcar'] ??
    tags['oneway:motor_vehicle'] ??
    tags['oneway:vehicle'] ??
    tags['oneway'] ??
    (implied ? 'yes' : 'no')
  if (oneway === 'reversible') return undefined
  if (oneway === '-1' || oneway === 'reverse') return { forward: false, backward: true }
  return { forward: true, backward: !(oneway === 'yes' || oneway === 'true' || oneway === '1') }
}

type Access = 'open' | 'side' | 'closed'

const CLOSED = new Set(['no', 'agricultural', 'forestry', 'military', 'emergency', 'psv', 'bus', 'bicycle'])
const SIDE_VALUES = new Set(['private', 'destination', 'customers', 'delivery', 'permit', 'residents', 'employees'])

/** The most specific tag decides: one for motor cars overrides one for all traffic. */
const accessOf = (tags: Tags): Access | undefined => {
  const rule = tags['motorcar'] ?? tags['motor_vehicle'] ?? tags['vehicle'] ?? tags['access']
  return rule === undefined ? undefined : kindOf(rule)
}

const kindOf = (rule: string): Access => {
  const values = rule.split(';').map((value) => value.trim())
  if (values.some((value) => SIDE_VALUES.has(value))) return 'side'
  return values.every((value) => CLOSED.has(value)) ? 'closed' : 'open'
}

const hasToll = (tags: Tags): boolean =>
  (tags['toll:motorcar'] ?? tags['toll:motor_vehicle'] ?? tags['toll'] ?? 'no') !== 'no'

/** A speed limit m raises slow defaults a little and caps all: min(0.9 m, max(usual, 0.75 m)). */
const withLimit = (usual: number, limit: number | undefined): number =>
  limit === undefined ? usual : Math.min(0.9 * limit, Math.max(usual, 0.75 * limit))

/** Closed to cars where no tag says otherwise. */
const BLOCKS = new Set([
  'bollard', 'block', 'cycle_barrier', 'chain', 'jersey_barrier', 'debris', 'log', 'motorcycle_barrier', 'horse_stile',
  'stile', 'kissing_gate', 'turnstile', 'full-height_turnstile', 'bus_trap', 'sump_buster', 'planter', 'rope',
]) // prettier-ignore

/**
 * How a car may pass a node. At a `side` barrier, such as a private gate, a route passes only at its beginning or end;
 * gates without a tag are open.
 */
export const passageOf = (tags: Tags): Access => {
  const barrier = tags['barrier']
  if (barrier === undefined) return 'open'
  const access = accessOf(tags)
  if (access !== undefined) return access
  if (BLOCKS.has(barrier)) return tags['bollard'] === 'rising' ? 'side' : 'closed'
  return tags['locked'] === 'yes' ? 'side' : 'open'
}
