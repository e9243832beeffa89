import type { Tags } from '../osm/osm-data.ts'
import type { LayerName } from './map-feature.ts'

/** The map feature of a point such as a place or shop. `rank` orders labels: lower is drawn first. */
export interface DrawnPoint {
  readonly layer: LayerName
  readonly minZoom: number
  readonly tags: Readonly<Record<string, string | number>>
}

const PLACE: Readonly<Record<string, readonly [rank: number, minZoom: number]>> = {
  city: [1, 4],
  town: [2, 8],
  suburb: [3, 11],
  village: [4, 11],
  quarter: [5, 12],
  neighbourhood: [6, 13],
  hamlet: [7, 13],
  locality: [8, 13],
}

const POI: readonly (readonly [key: string, value: string, kind: string, rank: number])[] = [
  ['aeroway', 'aerodrome', 'airport', 1],
  ['amenity', 'bus_station', 'transport', 1],
  ['railway', 'station', 'transport', 2],
  ['amenity', 'ferry_terminal', 'transport', 2],
  ['amenity', 'hospital', 'health', 2],
  ['leisure', 'stadium', 'leisure', 2],
  ['shop', 'mall', 'shop', 2],
  ['tourism', 'museum', 'culture', 3],
  ['amenity', 'university', 'education', 3],
  ['tourism', 'attraction', 'culture', 3],
  ['amenity', 'theatre', 'culture', 3],
  ['leisure', 'park', 'park', 3],
  ['tourism', 'hotel', 'hotel', 4],
  ['amenity', 'marketplace', 'shop', 4],
  ['amenity', 'cinema', 'culture', 4],
  ['amenity', 'clinic', 'health', 4],
  ['amenity', 'embassy', 'office', 4],
  ['amenity', 'police', 'office', 5],
  ['shop', 'supermarket', 'shop', 5],
  ['amenity', 'school', 'education', 5],
  ['amenity', 'place_of_worship', 'worship', 5],
  ['amenity', 'fuel', 'fuel', 6],
  ['amenity', 'bank', 'office', 6],
  ['amenity', 'pharmacy', 'health', 6],
  ['amenity', 'restaurant', 'food', 7],
  ['amenity', 'cafe', 'food', 7],
  ['amenity', 'bar', 'food', 7],
  ['amenity', 'pub', 'food', 7],
  ['amenity', 'fast_food', 'food', 7],
]

export const describePoint = (tags: Tags): DrawnPoint | undefined => {
  const name = tags['name']
  if (!name) return undefined
  const place = PLACE[tags['place'] ?? '']
  if (place) return { layer: 'place', minZoom: place[1], tags: { class: tags['place']!, rank: place[0], name } }
  const poi = POI.find(([key, value]) => tags[key] === value)
  if (!poi) return undefined
  return {
    layer: 'poi',
    minZoom: poi[3] <= 2 ? 12 : poi[3] <= 4 ? 13 : 14,
    tags: { class: poi[2], rank: poi[3], name },
  }
}
