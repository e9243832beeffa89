import { placeOf } from '../osm/osm-data.ts'
import type { OsmData } from '../osm/osm-data.ts'
import { driveOf, passageOf } from './drivable.ts'

/** Kinds of barriers. */
export const CLOSED = 1
export const SIDE_GATE = 2
export const TOLL_BOOTH = 3

/** What an edge meets at the nodes of the map, by place. */
export interface NodeMarks {
  /** Times that drivable ways use a node; 2 for "at least twice or at the end of a way". */
  readonly uses: Uint8Array
  readonly barriers: Uint8Array
  /** 1: for both directions, 2: forward only, 3: backward only. */
  readonly signals: Uint8Array
}

export const markNodes = (map: OsmData): NodeMarks => {
  const uses = new Uint8Array(map.ids.length)
  for (const way of map.ways) {
    if (!driveOf(way.tags)) continue
    for (const place of way.nodes) uses[place] = Math.min(2, uses[place]! + 1)
    uses[way.nodes[0]!] = 2
    uses[way.nodes.at(-1)!] = 2
  }
  const barriers = new Uint8Array(map.ids.length)
  const signals = new Uint8Array(map.ids.length)
  for (const { id, tags } of map.nodes) {
    const signal = tags['highway'] === 'traffic_signals'
    if (!signal && tags['barrier'] === undefined) continue
    const place = placeOf(map.ids, id)
    if (place < 0 || uses[place] === 0) continue
    const passage = passageOf(tags)
    if (passage === 'closed') barriers[place] = CLOSED
    else if (passage === 'side') barriers[place] = SIDE_GATE
    else if (tags['barrier'] === 'toll_booth') barriers[place] = TOLL_BOOTH
    const direction = tags['traffic_signals:direction'] ?? tags['direction']
    if (signal) signals[place] = direction === 'forward' ? 2 : direction === 'backward' ? 3 : 1
  }
  return { uses, barriers, signals }
}
