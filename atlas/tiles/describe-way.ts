import type { Tags } from '../osm/osm-data.ts'
import { namesOf } from './feature-names.ts'
import type { FeatureTags, LayerName } from './map-feature.ts'

/** The map feature of a way; undefined when it is not drawn. */
export interface Drawn {
  readonly layer: LayerName
  readonly minZoom: number
  readonly tags: FeatureTags
  readonly area: boolean
}

const ROAD: Readonly<Record<string, readonly [kind: string, minZoom: number]>> = {
  motorway: ['motorway', 6],
  trunk: ['trunk', 7],
  primary: ['primary', 8],
  secondary: ['secondary', 10],
  tertiary: ['tertiary', 11],
  unclassified: ['minor', 12],
  residential: ['minor', 12],
  living_street: ['minor', 12],
  road: ['minor', 12],
  pedestrian: ['pedestrian', 13],
  service: ['service', 13],
  track: ['service', 13],
  footway: ['path', 14],
  path: ['path', 14],
  cycleway: ['path', 14],
  steps: ['path', 14],
}

const LAND: readonly (readonly [key: string, values: readonly string[], kind: string, minZoom: number])[] = [
  ['leisure', ['park', 'garden', 'common', 'nature_reserve', 'dog_park', 'playground'], 'park', 11],
  ['leisure', ['golf_course', 'pitch', 'track', 'stadium', 'sports_centre', 'recreation_ground'], 'sport', 12],
  [
    'landuse',
    ['grass', 'recreation_ground', 'village_green', 'meadow', 'orchard', 'vineyard', 'farmland'],
    'grass',
    12,
  ],
  ['landuse', ['forest'], 'wood', 10],
  ['natural', ['wood', 'scrub', 'heath'], 'wood', 10],
  ['natural', ['grassland'], 'grass', 12],
  ['natural', ['beach', 'sand'], 'sand', 11],
  ['natural', ['wetland'], 'wetland', 11],
  ['landuse', ['cemetery'], 'cemetery', 12],
  ['amenity', ['grave_yard'], 'cemetery', 12],
  ['landuse', ['industrial', 'railway', 'garages', 'quarry', 'military'], 'industrial', 11],
  ['landuse', ['retail', 'commercial'], 'commercial', 12],
  ['amenity', ['school', 'university', 'college', 'kindergarten'], 'school', 13],
  ['amenity', ['hospital', 'clinic'], 'hospital', 13],
  ['aeroway', ['aerodrome'], 'airport', 10],
]

export const describeWay = (tags: Tags, closed: boolean): Drawn | undefined =>
  road(tags, closed) ?? (closed ? area(tags) : undefined) ?? line(tags)

const road = (tags: Tags, closed: boolean): Drawn | undefined => {
  const highway = tags['highway']
  if (highway === undefined) return undefined
  const found = ROAD[highway.replace(/_link$/, '')]
  if (!found) return undefined
  const [kind, minZoom] = found
  if (closed && (tags['area'] === 'yes' || kind === 'pedestrian'))
    return { layer: 'landuse', minZoom: 13, tags: { class: 'plaza', ...namesOf(tags) }, area: true }
  const extra: Record<string, string | number> = {}
  const ref = tags['ref']?.split(';')[0]?.trim()
  if (ref) extra['ref'] = ref
  if (tags['oneway'] === 'yes' || tags['junction'] === 'roundabout') extra['oneway'] = 1
  if (tags['oneway'] === '-1') extra['oneway'] = -1
  if (highway.endsWith('_link')) extra['link'] = 1
  return { layer: 'road', minZoom, tags: { class: kind, ...namesOf(tags), ...extra, ...levelOf(tags) }, area: false }
}

/**
 * `tunnel` or `bridge` when the way is one, and `level` when it is not on the ground: -1 is drawn below 0. A passage
 * through a building is on the ground.
 */
const levelOf = (tags: Tags): Record<string, number> => {
  const layer = Math.max(-5, Math.min(5, Math.round(Number(tags['layer']) || 0)))
  const tunnel = tags['tunnel'] ?? 'no'
  if (tunnel !== 'no' && tunnel !== 'building_passage') return { tunnel: 1, level: Math.min(-1, layer) }
  if (tags['bridge'] && tags['bridge'] !== 'no') return { bridge: 1, level: Math.max(1, layer) }
  return {}
}

const area = (tags: Tags): Drawn | undefined => {
  if (
    tags['natural'] === 'water' ||
    tags['natural'] === 'bay' ||
    tags['waterway'] === 'riverbank' ||
    tags['waterway'] === 'dock' ||
    tags['landuse'] === 'basin' ||
    tags['landuse'] === 'reservoir'
  ) {
    return { layer: 'water', minZoom: 9, tags: namesOf(tags), area: true }
  }
  for (const [key, values, kind, minZoom] of LAND) {
    if (values.includes(tags[key] ?? ''))
      return { layer: 'landuse', minZoom, tags: { class: kind, ...namesOf(tags) }, area: true }
  }
  if (tags['building'] && tags['building'] !== 'no') {
    return { layer: 'building', minZoom: 14, tags: {}, area: true }
  }
  if (tags['man_made'] === 'pier' || tags['man_made'] === 'breakwater' || tags['man_made'] === 'groyne')
    return { layer: 'landuse', minZoom: 11, tags: { class: 'pier' }, area: true }
  if (tags['place'] === 'square')
    return { layer: 'landuse', minZoom: 13, tags: { class: 'plaza', ...namesOf(tags) }, area: true }
  if (tags['amenity'] === 'parking') return { layer: 'landuse', minZoom: 14, tags: { class: 'parking' }, area: true }
  if (tags['aeroway'] === 'apron') return { layer: 'aeroway', minZoom: 12, tags: { class: 'apron' }, area: true }
  return undefined
}

const line = (tags: Tags): Drawn | undefined => {
  const waterway = tags['waterway']
  if (waterway && tags['tunnel'] && tags['tunnel'] !== 'no') return undefined
  if (waterway === 'river' || waterway === 'canal') {
    return { layer: 'waterway', minZoom: 9, tags: { class: waterway, ...namesOf(tags) }, area: false }
  }
  if (waterway === 'stream' || waterway === 'drain') {
    return { layer: 'waterway', minZoom: 12, tags: { class: 'stream', ...namesOf(tags) }, area: false }
  }
  if (tags['aeroway'] === 'runway' || tags['aeroway'] === 'taxiway') {
    return { layer: 'aeroway', minZoom: 11, tags: { class: tags['aeroway'] }, area: false }
  }
  if (tags['railway'] === 'rail' || tags['railway'] === 'light_rail' || tags['railway'] === 'tram') {
    return {
      layer: 'rail',
      minZoom: tags['service'] ? 13 : 10,
      tags: { class: tags['railway'], ...levelOf(tags) },
      area: false,
    }
  }
  if (tags['route'] === 'ferry') {
    return { layer: 'waterway', minZoom: 10, tags: { class: 'ferry', ...namesOf(tags) }, area: false }
  }
  if (tags['man_made'] === 'pier' || tags['man_made'] === 'breakwater' || tags['man_made'] === 'groyne') {
    return { layer: 'road', minZoom: 13, tags: { class: 'pier' }, area: false }
  }
  return undefined
}
