import type { Tags } from '../../osm/osm-data.ts'

/** How likely a place is as a taxi destination, 0 to 1. The first match counts. */
const CLASSES: readonly (readonly [key: string, value: string, importance: number])[] = [
  ['aeroway', 'terminal', 0.7],
  ['aeroway', 'aerodrome', 0.55],
  ['amenity', 'bus_station', 0.8],
  ['railway', 'station', 0.8],
  ['railway', 'halt', 0.6],
  ['amenity', 'ferry_terminal', 0.8],
  ['amenity', 'hospital', 0.75],
  ['shop', 'mall', 0.75],
  ['leisure', 'stadium', 0.7],
  ['amenity', 'university', 0.65],
  ['tourism', 'museum', 0.6],
  ['amenity', 'theatre', 0.6],
  ['historic', 'castle', 0.6],
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
  ['amenity', 'taxi', 0.45],
  ['public_transport', 'station', 0.6],
  ['railway', 'subway_entrance', 0.4],
  ['railway', 'tram_stop', 0.3],
  ['historic', 'monument', 0.4],
  ['amenity', 'police', 0.4],
  ['amenity', 'school', 0.35],
  ['shop', 'supermarket', 0.35],
  ['leisure', 'sports_centre', 0.35],
  ['amenity', 'place_of_worship', 0.3],
  ['tourism', 'information', 0.1],
  ['amenity', 'bank', 0.25],
  ['amenity', 'restaurant', 0.25],
  ['highway', 'bus_stop', 0.15],
  ['public_transport', 'platform', 0.15],
  ['public_transport', 'stop_area', 0.2],
  ['public_transport', 'stop_position', 0.1],
  ['natural', 'peak', 0.1],
  ['amenity', 'parking', 0.05],
  ['amenity', 'atm', 0.1],
]

/** Street furniture: not a destination even where it has a name. */
const FURNITURE: Readonly<Record<string, RegExp>> = {
  amenity:
    /^(bench|bicycle_parking|bicycle_repair_station|bicycle_rental|motorcycle_parking|parking_space|parking_entrance|waste_basket|waste_disposal|recycling|post_box|vending_machine|telephone|clock|fountain|drinking_water|toilets|shower|hunting_stand|shelter|grit_bin|letter_box|charging_station|bbq|watering_place)$/,
  tourism: /^(information|artwork|picnic_site)$/,
  leisure: /^(picnic_table|firepit|bleachers)$/,
  man_made: /^(surveillance|survey_point|pipeline|mast|flagpole|street_cabinet|manhole|cutline)$/,
  historic: /^(wayside_cross|wayside_shrine|boundary_stone|milestone)$/,
  natural: /^(tree|tree_row|scrub|grassland|bare_rock|scree|cliff|ridge)$/,
  railway:
    /^(rail|tram|subway|narrow_gauge|platform|stop|signal|switch|owner_change|level_crossing|crossing|buffer_stop|milestone|abandoned|disused|construction|light_rail)$/,
}

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

/** Importance of an object that is not a street or settlement; undefined when it is not searched for. */
export const poiImportance = (tags: Tags): number | undefined => {
  const named = tags['name'] !== undefined || tags['amenity'] === 'taxi' || tags['aeroway'] === 'terminal'
  const stop = tags['highway'] === 'bus_stop'
  if (!named || (tags['highway'] && !stop) || tags['waterway'] || tags['boundary'] || tags['aeroway'] === 'runway')
    return undefined
  const found = CLASSES.find(([key, value]) => tags[key] === value)
  const furniture = Object.entries(FURNITURE).some(([key, values]) => values.test(tags[key] ?? ''))
  const otherwise = found && found[2] > 0.1
  if (furniture && !otherwise) return undefined
  if (!found && !KEYS.some((key) => tags[key] !== undefined)) return undefined
  const fame = tags['wikidata'] || tags['wikipedia'] ? 0.25 : 0
  const military = tags['landuse'] === 'military' || tags['military'] ? -0.3 : 0
  // An airport with flights has a code.
  const flights = tags['aeroway'] === 'aerodrome' && tags['iata'] ? 0.3 : 0
  return Math.max(0.05, Math.min(1, (found?.[2] ?? 0.2) + fame + military + flights))
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
