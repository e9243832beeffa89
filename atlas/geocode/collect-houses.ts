import { metresBetween } from '../graph/geodesy.ts'
import type { OsmData, Tags } from '../osm/osm-data.ts'
import type { Street } from './collect-streets.ts'
import type { StreetHouses } from './gazetteer.ts'
import { isWeak, normalise } from './normalise.ts'

/** A house farther than this from the middle of every street of its name belongs to none of them. Metres. */
const FARTHEST = 15_000

type House = StreetHouses['houses'][number]

/** House numbers by street. Numbers like "1358,1360,1362" and "1473 BIS" are split. */
export const collectHouses = (map: OsmData, streets: readonly Street[]): StreetHouses[] => {
  const find = streetFinder(streets)
  const houses = new Map<number, House[]>()
  for (const { tags, lat, lng } of addresses(map)) {
    const street = find(tags['addr:street'] ?? '', lat, lng)
    if (!street) continue
    const list = houses.get(street.id) ?? []
    for (const part of tags['addr:housenumber']!.split(/[,;/]/)) {
      const label = part.trim()
      const number = /^\d+/.exec(label)?.[0]
      if (!number || number.length > 6) continue
      list.push(number === label ? [Number(number), lat, lng] : [Number(number), lat, lng, label.slice(0, 20)])
    }
    houses.set(street.id, list)
  }
  return [...houses].map(([street, list]) => ({ street, houses: unique(list).sort((a, b) => a[0] - b[0]) }))
}

/** The street of an address: the nearest one of the same name, else of the same name without words such as "Avenida". */
const streetFinder = (streets: readonly Street[]) => {
  const byKey = groupBy(streets, (street) => street.key)
  const byCore = groupBy(streets, (street) => core(street.key))
  const known = new Map<string, readonly Street[]>()
  return (name: string, lat: number, lng: number): Street | undefined => {
    let candidates = known.get(name)
    if (!candidates) {
      const key = normalise(name)
      candidates = key === '' ? [] : (byKey.get(key) ?? byCore.get(core(key)) ?? [])
      known.set(name, candidates)
    }
    let best: Street | undefined
    let bestMetres = FARTHEST
    for (const street of candidates) {
      const metres = metresBetween(street.lat, street.lng, lat, lng)
      if (metres < bestMetres) {
        best = street
        bestMetres = metres
      }
    }
    return best
  }
}

const core = (key: string): string => {
  const strong = key.split(' ').filter((word) => !isWeak(word))
  return strong.length > 0 ? strong.join(' ') : key
}

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

function* addresses(map: OsmData): Generator<{ tags: Tags; lat: number; lng: number }> {
  for (const node of map.nodes) if (node.tags['addr:housenumber']) yield node
  for (const { tags, nodes } of map.ways) {
    if (!tags['addr:housenumber']) continue
    const place = nodes[0]!
    yield { tags, lat: map.lat[place]!, lng: map.lng[place]! }
  }
}

const unique = (houses: readonly House[]): House[] => {
  const seen = new Set<string>()
  return houses.filter(([number, , , label]) => {
    const key = label ?? String(number)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
