import type { Tags } from '../osm/osm-data.ts'
import type { QaTiles, Spot } from './read-qa-tiles.ts'

/** About 1 km in degrees × 1e7: a longer segment is a chord over a harbour mouth, not a shore. */
const CHORD = 1e5

/**
 * The coast from the west to the east edge of the area, with the land on its left; undefined when there is none. The
 * shore is in the data as ways without tags (members of a relation that the tiles lack): the coast is the shortest
 * chain of them.
 */
export const coastLine = (
  lines: readonly { spots: readonly Spot[]; tags: Tags }[],
  bounds: QaTiles['bounds'],
): Spot[] | undefined => {
  const shores = lines.filter(({ tags, spots }) => isShore(tags) && !hasChord(spots))
  const ends = new Map<string, { to: string; spots: readonly Spot[]; length: number }[]>()
  const link = (spots: readonly Spot[], length: number): void => {
    const from = key(spots[0]!)
    ends.set(from, [...(ends.get(from) ?? []), { to: key(spots.at(-1)!), spots, length }])
  }
  for (const { spots } of shores) {
    const length = lengthOf(spots)
    link(spots, length)
    link(spots.toReversed(), length)
  }
  const path = shortestPath(
    ends,
    (spot) => Math.abs(spot.lng - bounds.west) <= 1,
    (spot) => Math.abs(spot.lng - bounds.east) <= 1,
  )
  if (!path) return undefined
  return path.flatMap((spots, i) => (i === 0 ? spots : spots.slice(1)))
}

const isShore = (tags: Tags): boolean => Object.keys(tags).every((tag) => tag === 'note')

const key = (spot: Spot): string => `${spot.lat},${spot.lng}`

const between = (a: Spot, b: Spot): number =>
  Math.hypot(a.lat - b.lat, (a.lng - b.lng) * Math.cos((a.lat / 1e7 / 180) * Math.PI))

const lengthOf = (spots: readonly Spot[]): number =>
  spots.reduce((sum, spot, i) => (i === 0 ? 0 : sum + between(spots[i - 1]!, spot)), 0)

const hasChord = (spots: readonly Spot[]): boolean =>
  spots.some((spot, i) => i > 0 && between(spots[i - 1]!, spot) > CHORD)

type Links = ReadonlyMap<string, readonly { to: string; spots: readonly Spot[]; length: number }[]>

/** Dijkstra over a few hundred shore ends, from any spot where `isStart` holds to any where `isEnd` does. */
const shortestPath = (
  links: Links,
  isStart: (spot: Spot) => boolean,
  isEnd: (spot: Spot) => boolean,
): (readonly Spot[])[] | undefined => {
  const best = new Map<string, { cost: number; before: string | undefined; spots: readonly Spot[] }>()
  const open = new Set<string>()
  const spotOf = new Map<string, Spot>()
  for (const list of links.values()) for (const { spots } of list) spotOf.set(key(spots[0]!), spots[0]!)
  for (const [name, spot] of spotOf) {
    if (!isStart(spot)) continue
    best.set(name, { cost: 0, before: undefined, spots: [] })
    open.add(name)
  }
  while (open.size > 0) {
    let next: string | undefined
    for (const name of open) if (next === undefined || best.get(name)!.cost < best.get(next)!.cost) next = name
    open.delete(next!)
    if (isEnd(spotOf.get(next!)!)) return trace(best, next!)
    for (const { to, spots, length } of links.get(next!) ?? []) {
      const cost = best.get(next!)!.cost + length
      if (cost >= (best.get(to)?.cost ?? Infinity)) continue
      best.set(to, { cost, before: next!, spots })
      open.add(to)
    }
  }
  return undefined
}

const trace = (
  best: ReadonlyMap<string, { before: string | undefined; spots: readonly Spot[] }>,
  end: string,
): (readonly Spot[])[] => {
  const path: (readonly Spot[])[] = []
  for (let at: string | undefined = end; at !== undefined; at = best.get(at)!.before) {
    if (best.get(at)!.spots.length > 0) path.unshift(best.get(at)!.spots)
  }
  return path
}
