import type { OsmData } from '../osm/osm-data.ts'
import type { Bbox } from '../osm/read-osm.ts'
import { Box } from './box.ts'
import { RingIndex } from './ring-index.ts'

/** One area of sea: the outer ring and the islands in it, each closed, lng, lat, … in degrees × 1e7. */
export type SeaArea = readonly Int32Array[]

/**
 * The sea inside the box, from coastlines, which have the land on their left. A coast ends where the extract does: it
 * is cut at the box, and the sea is closed along the box, clockwise from the end of a coast to the start of the next.
 * Where an extract follows a border instead of a box, a coast that ends inside it goes on straight to the nearest side.
 */
export const seaAreas = (map: OsmData, bbox: Bbox): SeaArea[] => {
  const box = new Box(bbox)
  const { open, closed } = joinCoasts(map)
  const pieces: Int32Array[] = []
  const rings: Int32Array[] = []
  for (const line of open) pieces.push(...box.cut(box.extended(line)))
  for (const ring of closed) {
    if (box.holds(ring)) rings.push(ring)
    else pieces.push(...box.cut(ring))
  }
  const islands = rings.filter((ring) => isLand(ring))
  const outer = closeAlong(box, pieces)
  for (const ring of rings) if (!isLand(ring)) outer.push(ring)
  if (outer.length === 0 && islands.length > 0) outer.push(box.ring())
  const holes = outer.map(() => [] as Int32Array[])
  const indexes = outer.map((ring) => new RingIndex(ring))
  for (const island of islands) {
    const at = indexes.findIndex((index) => index.holds(island[0]!, island[1]!))
    if (at >= 0) holes[at]!.push(island)
  }
  return outer.map((ring, i) => [ring, ...holes[i]!])
}

/** Lines joined end to start, never turned round: the direction says where the land is. */
const joinCoasts = (map: OsmData): { open: Int32Array[]; closed: Int32Array[] } => {
  const coasts: Int32Array[] = []
  for (const { tags, nodes } of map.ways) if (tags['natural'] === 'coastline') coasts.push(nodes)
  const byStart = new Map<number, number>()
  const ends = new Set<number>()
  coasts.forEach((nodes, i) => {
    byStart.set(nodes[0]!, i)
    ends.add(nodes.at(-1)!)
  })
  const used = new Uint8Array(coasts.length)
  const [open, closed]: Int32Array[][] = [[], []]
  const follow = (first: number): void => {
    const places: number[] = []
    for (let i: number | undefined = first; i !== undefined && !used[i]; i = byStart.get(places.at(-1)!)) {
      used[i] = 1
      for (const place of coasts[i]!) if (places.at(-1) !== place) places.push(place)
    }
    const into = places[0] === places.at(-1) && places.length > 3 ? closed! : open!
    if (places.length > 1) into.push(Int32Array.from(places.flatMap((place) => [map.lng[place]!, map.lat[place]!])))
  }
  coasts.forEach((nodes, i) => void (ends.has(nodes[0]!) || follow(i)))
  // What is left are rings.
  coasts.forEach((_, i) => void (used[i] || follow(i)))
  return { open: open!, closed: closed! }
}

/** True for a counter-clockwise ring: an island. A clockwise one is a sea inside the land. */
const isLand = (ring: Int32Array): boolean => {
  let sum = 0
  for (let i = 2; i < ring.length; i += 2)
    sum += (ring[i - 2]! - ring[0]!) * (ring[i + 1]! - ring[1]!) - (ring[i]! - ring[0]!) * (ring[i - 1]! - ring[1]!)
  return sum > 0
}

/** Joins pieces that begin and end on the box to rings with the sea inside. */
const closeAlong = (box: Box, pieces: readonly Int32Array[]): Int32Array[] => {
  const starts = pieces.map((piece, i) => ({ i, at: box.position(piece[0]!, piece[1]!) })).sort((a, b) => a.at - b.at)
  const used = new Uint8Array(pieces.length)
  const rings: Int32Array[] = []
  for (const { i: first } of starts) {
    if (used[first]) continue
    const ring: number[] = []
    let piece = first
    do {
      used[piece] = 1
      for (const value of pieces[piece]!) ring.push(value)
      const from = box.position(ring.at(-2)!, ring.at(-1)!)
      // The first piece is always a candidate: the ring closes there when no other comes before it.
      const free = starts.filter(({ i }) => i === first || !used[i])
      const next = free.find(({ at }) => at >= from) ?? free[0]!
      ring.push(...box.corners(from, next.at))
      piece = next.i
    } while (piece !== first)
    ring.push(ring[0]!, ring[1]!)
    rings.push(Int32Array.from(ring))
  }
  return rings
}
