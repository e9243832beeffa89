import { addressesOf } from '../geocode/collect/collect-houses.ts'
import type { OsmData } from '../osm/osm-data.ts'
import type { Bbox } from '../osm/read-osm.ts'
import { countryCodes, countryFinder } from './country-at.ts'

/**
 * ISO 3166 alpha-2 codes of at least 1 % of the addresses, the most frequent first [design/maps-100]. An address is in
 * the country of its `addr:country`, else in the one whose border contains it. A map without addresses is in the
 * country of its other places with the tag, else of the middle of its roads.
 * @param roads the box of the roads, of the first part
 */
export const countriesOf = (map: OsmData, roads: Bbox): string[] => {
  const [named, countryAt] = [countryCodes(), countryFinder()]
  const counts = new Map<string, number>()
  const count = (country: string | undefined): void => {
    if (country !== undefined) counts.set(country, (counts.get(country) ?? 0) + 1)
  }
  for (const { tags, lat, lng } of addressesOf(map)) {
    const tag = tags['addr:country']
    count((tag === undefined ? undefined : named(tag)) ?? countryAt(lat, lng))
  }
  if (counts.size === 0) for (const { tags } of map.nodes) count(tags['addr:country'] && named(tags['addr:country']))
  if (counts.size === 0) count(countryAt((roads[1] + roads[3]) * 5e6, (roads[0] + roads[2]) * 5e6))
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0)
  return [...counts]
    .filter(([, one]) => one >= all / 100)
    .sort((a, b) => b[1] - a[1])
    .map(([country]) => country)
}
