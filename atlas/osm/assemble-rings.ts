import type { OsmData, OsmRelation } from './osm-data.ts'

/** An outer ring with the holes in it. Rings are indexes of the coordinate columns; first and last are equal. */
export interface AreaRings {
  readonly outer: Int32Array
  readonly holes: readonly Int32Array[]
}

export interface AssembledArea {
  readonly areas: readonly AreaRings[]
  /** Member ways that could not be closed to a ring, for example where an extract cuts the area. */
  readonly open: number
}

/**
 * The area of a multipolygon or boundary from its member ways, which come in any order and direction. Members with the
 * role "inner" are holes, all others are outer rings; a hole belongs to the smallest outer ring around it.
 */
export const assembleRings = (map: OsmData, { members }: OsmRelation): AssembledArea => {
  const piecesOf = (inner: boolean): Int32Array[] =>
    members
      .filter(({ kind, role }) => kind === 'way' && (role === 'inner') === inner)
      .flatMap(({ ref }) => map.waysOf(ref).map((way) => way.nodes))
  const outer = joinRings(piecesOf(false))
  const inner = joinRings(piecesOf(true))
  const areas = outer.rings
    .map((ring) => ({ outer: ring, holes: [] as Int32Array[], size: Math.abs(twiceArea(map, ring)) }))
    .sort((a, b) => a.size - b.size)
  for (const hole of inner.rings) areas.find((area) => surrounds(map, area.outer, hole))?.holes.push(hole)
  return { areas, open: outer.open + inner.open }
}

/**
 * Joins lines that share end points to closed rings; a line is turned round where needed. Where more than two lines
 * meet, the ring closes at its first repeated point, so that no ring touches itself there.
 */
export const joinRings = (lines: readonly Int32Array[]): { rings: Int32Array[]; open: number } => {
  const rings: Int32Array[] = []
  const atEnd = new Map<number, number[]>()
  const used = new Uint8Array(lines.length)
  lines.forEach((line, i) => {
    const [first, last] = [line[0]!, line.at(-1)!]
    if (first === last) {
      used[i] = 1
      if (line.length > 3) rings.push(line)
      return
    }
    for (const end of [first, last]) {
      const there = atEnd.get(end)
      if (there) there.push(i)
      else atEnd.set(end, [i])
    }
  })
  let open = 0
  for (let start = 0; start < lines.length; start++) {
    if (used[start]) continue
    used[start] = 1
    let path = [lines[start]!]
    while (path.length > 0) {
      const end = path.at(-1)!.at(-1)!
      const from = path.findIndex((line) => line[0] === end)
      if (from >= 0) {
        rings.push(chained(path.splice(from)))
        continue
      }
      const next = atEnd.get(end)?.find((i) => !used[i])
      if (next === undefined) {
        // A dead end: its last line is open, another line may go on from the point before.
        path = path.slice(0, -1)
        open++
        continue
      }
      used[next] = 1
      path.push(lines[next]![0] === end ? lines[next]! : lines[next]!.toReversed())
    }
  }
  return { rings: rings.filter((ring) => ring.length > 3), open }
}

const chained = (path: readonly Int32Array[]): Int32Array => {
  const length = path.reduce((sum, line) => sum + line.length - 1, 1)
  const ring = new Int32Array(length)
  let at = 0
  for (const line of path) {
    ring.set(line, at)
    at += line.length - 1
  }
  return ring
}

/** Positive for a counter-clockwise ring; in square degrees × 1e14. */
export const twiceArea = ({ lat, lng }: Pick<OsmData, 'lat' | 'lng'>, ring: Int32Array): number => {
  // Relative to the first point, so that the products stay exact enough.
  const [lat0, lng0] = [lat[ring[0]!]!, lng[ring[0]!]!]
  let sum = 0
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [ring[i - 1]!, ring[i]!]
    sum += (lng[a]! - lng0) * (lat[b]! - lat0) - (lng[b]! - lng0) * (lat[a]! - lat0)
  }
  return sum
}

/** True when the inner ring lies in the outer one; they may share points. */
const surrounds = (map: OsmData, outer: Int32Array, inner: Int32Array): boolean => {
  const shared = new Set(outer)
  const free = inner.find((place) => !shared.has(place))
  if (free !== undefined) return isInside(map, outer, map.lat[free]!, map.lng[free]!)
  const [a, b] = [inner[0]!, inner[1]!]
  return isInside(map, outer, (map.lat[a]! + map.lat[b]!) / 2, (map.lng[a]! + map.lng[b]!) / 2)
}

/** True when the point (degrees × 1e7) lies in the ring. */
export const isInside = (
  { lat, lng }: Pick<OsmData, 'lat' | 'lng'>,
  ring: Int32Array,
  atLat: number,
  atLng: number,
): boolean => {
  let inside = false
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [ring[i - 1]!, ring[i]!]
    if (lat[a]! > atLat === lat[b]! > atLat) continue
    const crossing = lng[a]! + ((atLat - lat[a]!) / (lat[b]! - lat[a]!)) * (lng[b]! - lng[a]!)
    if (atLng < crossing) inside = !inside
  }
  return inside
}
