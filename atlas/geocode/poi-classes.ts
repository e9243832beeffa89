import type { Tags } from '../osm/osm-data.ts'

/** How likely a place is as a taxi destination, 0 to 1. The first match counts. */
const CLASSES: readonly (readonly [key: string, value: string, importance: number])[] = [
  ['aeroway', 'terminal', 1],
  ['aeroway', 'aerodrome', 0.95],
  ['amenity', 'bus_station', 0.9],
  ['railway', 'station', 0.8],
  ['amenity', 'ferry_terminal', 0.8],
  ['amenity', 'hospital', 0.75],
  ['shop', 'mall', 0.75],
  ['leisure', 'stadium', 0.7],
  ['amenity', 'university', 0.65],
  ['tourism', 'museum', 0.6],
  ['amenity', 'theatre', 0.6],
  ['tourism', 'hotel', 0.55],
  ['amenity', 'marketplace', 0.6],
  ['tourism', 'attraction', 0.55],
  ['leisure', 'park', 0.5],
  ['place', 'square', 0.5],
  ['natural', 'beach', 0.5],
  ['amenity', 'townhall', 0.5],
  ['amenity', 'courthouse', 0.45],
  ['amenity', 'cinema', 0.5],
  ['amenity', 'embassy', 0.45],
  ['amenity', 'clinic', 0.45],
  ['amenity', 'college', 0.45],
  ['historic', 'monument', 0.4],
  ['amenity', 'police', 0.4],
  ['amenity', 'school', 0.35],
  ['shop', 'supermarket', 0.35],
  ['leisure', 'sports_centre', 0.35],
  ['amenity', 'place_of_worship', 0.3],
  ['amenity', 'bank', 0.25],
  ['amenity', 'restaurant', 0.25],
  ['amenity', 'parking', 0.12],
  ['amenity', 'atm', 0.1],
  ['amenity', 'bench', 0],
]

/** Any other named object with one of these keys can be found too. */
const KEYS = [
  'amenity',
  'shop',
  'tourism',
  'office',
  'leisure',
  'historic',
  'healthcare',
  'craft',
  'aeroway',
  'railway',
  'building',
  'natural',
  'man_made',
  'landuse',
  'military',
]

/** Importance of a named object that is not a street or settlement; undefined when it is not searched for. */
export const poiImportance = (tags: Tags): number | undefined => {
  if (!tags['name'] || tags['highway'] || tags['waterway'] || tags['boundary']) return undefined
  if (tags['public_transport'] === 'platform' || tags['public_transport'] === 'stop_position') return undefined
  if (tags['railway'] && tags['railway'] !== 'station') return undefined
  const found = CLASSES.find(([key, value]) => tags[key] === value)
  if (!found && !KEYS.some((key) => tags[key] !== undefined) && tags['place'] !== 'square') return undefined
  const fame = tags['wikidata'] || tags['wikipedia'] ? 0.25 : 0
  return Math.min(1, (found?.[2] ?? 0.2) + fame)
}

const SETTLEMENT: Readonly<Record<string, number>> = {
  city: 0.9,
  town: 0.8,
  suburb: 0.65,
  village: 0.6,
  quarter: 0.5,
  neighbourhood: 0.45,
  hamlet: 0.4,
  locality: 0.3,
}

/** Importance of a settlement or a part of one. */
export const settlementImportance = (tags: Tags): number | undefined =>
  tags['name'] ? SETTLEMENT[tags['place'] ?? ''] : undefined
