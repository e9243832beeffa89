import type { OsmData } from '../../osm/osm-data.ts'
import type { Street } from './collect-streets.ts'
import type { Corner } from '../gazetteer.ts'
import type { Spot } from './surroundings.ts'

/** Pairs of streets that share a node, each pair once (a dual carriageway crosses twice: the first crossing counts). */
export const collectCorners = (map: OsmData, streets: readonly Street[], whereAt: (spot: Spot) => string): Corner[] => {
  const first = new Int32Array(map.ids.length)
  const others = new Map<number, Set<number>>()
  for (const { id, ways } of streets) {
    for (const { nodes } of ways) {
      for (const place of nodes) {
        if (first[place] === 0) first[place] = id
        else if (first[place] !== id) {
          const set = others.get(place)
          if (set) set.add(id)
          else others.set(place, new Set([id]))
        }
      }
    }
  }
  const corners = new Map<string, Corner>()
  for (const [place, set] of others) {
    const ids = [first[place]!, ...set]
    for (const a of ids) {
      for (const b of ids) {
        const key = `${a} ${b}`
        if (a >= b || corners.has(key)) continue
        const spot = { lat: map.lat[place]!, lng: map.lng[place]! }
        corners.set(key, { a, b, ...spot, context: whereAt(spot) })
      }
    }
  }
  return [...corners.values()]
}
