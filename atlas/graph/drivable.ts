import type { Tags } from '../osm/osm-data.ts'

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

/** Average delay of a traffic signal, seconds. */
export const SIGNAL_SECONDS = 8

export interface Drive {
  /** km/h */
  readonly speed: number
  readonly forward: boolean
  readonly backward: boolean
}

/** How a car may use a way; undefined when it may not. */
export const driveOf = (tags: Tags): Drive | undefined => {
  const highway = tags['highway']
  if (highway === undefined || tags['area'] === 'yes' || !mayEnter(tags)) return undefined
  const link = highway.endsWith('_link')
  const kind = link ? highway.slice(0, -5) : highway
  const usual = SPEED[kind]
  if (usual === undefined) return undefined
  const speed = withLimit(link ? usual * 0.6 : usual, tags['maxspeed'])
  const oneway = tags['oneway'] ?? (tags['junction'] === 'roundabout' || kind === 'motorway' ? 'yes' : 'no')
  if (oneway === '-1' || oneway === 'reverse') return { speed, forward: false, backward: true }
  return { speed, forward: true, backward: !(oneway === 'yes' || oneway === 'true' || oneway === '1') }
}

/** The most specific tag decides: one for motor cars overrides one for all traffic. */
const mayEnter = (tags: Tags): boolean => {
  const rule = tags['motorcar'] ?? tags['motor_vehicle'] ?? tags['vehicle'] ?? tags['access']
  return rule !== 'no' && rule !== 'private' && rule !== 'agricultural' && rule !== 'forestry'
}

/** A speed limit m raises slow defaults a little and caps all: min(0.9 m, max(usual, 0.75 m)). */
const withLimit = (usual: number, maxspeed: string | undefined): number => {
  const limit = limitOf(maxspeed)
  return limit === undefined ? usual : Math.min(0.9 * limit, Math.max(usual, 0.75 * limit))
}

const limitOf = (maxspeed: string | undefined): number | undefined => {
  const match = /^(\d+(?:\.\d+)?)\s*(mph)?/.exec(maxspeed ?? '')
  if (!match) return undefined
  const limit = Number(match[1]) * (match[2] ? 1.609 : 1)
  return limit >= 5 ? limit : undefined
}

/** A node that cars cannot pass. */
export const isBarrier = (tags: Tags): boolean => {
  const barrier = tags['barrier']
  if (barrier !== 'bollard' && barrier !== 'block' && barrier !== 'cycle_barrier') return false
  const rule = tags['motorcar'] ?? tags['motor_vehicle'] ?? tags['vehicle'] ?? tags['access'] ?? 'no'
  return rule === 'no' || rule === 'private'
}
