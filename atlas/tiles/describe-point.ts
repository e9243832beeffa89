import type { Tags } from '../osm/osm-data.ts'
import { namesOf } from './feature-names.ts'
import type { FeatureTags, LayerName } from './map-feature.ts'

/** The map feature of a point such as a place or shop. `rank` orders labels: lower is drawn first. */
export interface DrawnPoint {
  readonly layer: LayerName
  readonly minZoom: number
  readonly tags: FeatureTags
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

/** Classes with an icon are those of `ICON_CLASSES` in `style/label-layers.ts`. */
const POI: readonly (readonly [key: string, value: string, kind: string, rank: number])[] = [
  ['aeroway', 'aerodrome', 'airport', 1],
  ['aeroway', 'terminal', 'airport', 2],
  ['amenity', 'bus_station', 'bus', 1],
  ['railway', 'station', 'station', 2],
  ['railway', 'halt', 'station', 3],
  ['amenity', 'ferry_terminal', 'ferry', 2],
  ['amenity', 'hospital', 'hospital', 2],
  ['leisure', 'stadium', 'leisure', 2],
  ['shop', 'mall', 'shop', 2],
  ['amenity', 'taxi', 'taxi', 3],
  ['tourism', 'museum', 'culture', 4],
  ['amenity', 'university', 'school', 3],
  ['tourism', 'attraction', 'culture', 4],
  ['amenity', 'theatre', 'culture', 4],
  ['leisure', 'park', 'park', 4],
  ['tourism', 'hotel', 'hotel', 4],
  ['tourism', 'hostel', 'hotel', 5],
  ['tourism', 'guest_house', 'hotel', 5],
  ['amenity', 'marketplace', 'shop', 4],
  ['amenity', 'cinema', 'culture', 4],
  ['amenity', 'clinic', 'hospital', 5],
  ['amenity', 'embassy', 'office', 4],
  ['amenity', 'townhall', 'office', 4],
  ['amenity', 'police', 'office', 5],
  ['shop', 'supermarket', 'shop', 5],
  ['amenity', 'school', 'school', 5],
  ['amenity', 'place_of_worship', 'worship', 5],
  ['railway', 'tram_stop', 'tram', 5],
  ['highway', 'bus_stop', 'stop', 6],
  ['amenity', 'fuel', 'fuel', 6],
  ['amenity', 'bank', 'office', 6],
  ['amenity', 'pharmacy', 'pharmacy', 6],
  ['amenity', 'restaurant', 'food', 7],
  ['amenity', 'cafe', 'food', 7],
  ['amenity', 'bar', 'food', 7],
  ['amenity', 'pub', 'food', 7],
  ['amenity', 'fast_food', 'food', 7],
]

/** Classes whose icon needs no name. */
const NAMELESS = new Set(['taxi', 'stop', 'bus', 'fuel'])

export const describePoint = (tags: Tags): DrawnPoint | undefined => {
  const names = namesOf(tags)
  const place = names['name'] ? PLACE[tags['place'] ?? ''] : undefined
  if (place) {
    const [rank, minZoom] = tags['capital'] === 'yes' ? PLACE['city']! : place
    return { layer: 'place', minZoom, tags: { class: tags['place']!, rank, ...names } }
  }
  const poi = POI.find(([key, value]) => tags[key] === value)
  if (!poi || (!names['name'] && !NAMELESS.has(poi[2]))) return undefined
  return {
    layer: 'poi',
    minZoom: poi[3] <= 2 ? 12 : poi[3] <= 4 ? 13 : 14,
    tags: { class: poi[2], rank: poi[3], ...names },
  }
}
