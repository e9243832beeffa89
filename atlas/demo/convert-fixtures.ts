import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { OsmNode, Tags } from '../osm/osm-data.ts'
import { writePbf } from '../osm/write-pbf.ts'
import type { WayToWrite } from '../osm/write-pbf.ts'
import { joinPieces } from './join-pieces.ts'
import { readQaTiles } from './read-qa-tiles.ts'
import type { Piece, Spot } from './read-qa-tiles.ts'
import { coastLine } from './coast-line.ts'

/** Date of the data. Source: the package's REAL-WORLD.md and the newest timestamps in the tiles. */
const TAKEN = Date.UTC(2017, 11, 4) / 1000

/** Ids above every id of OpenStreetMap, for the parts of a way that cannot be joined and for rings. */
const PART = 1e10

/** The folder of the demo city's tiles in the installed npm package. */
export const montevideoTiles = (): string =>
  join(
    dirname(createRequire(import.meta.url).resolve('@mapbox/mvt-fixtures/package.json')),
    'real-world',
    'osm-qa-montevideo',
  )

/** Writes a standard .osm.pbf file from a folder of QA tiles, so that one importer serves every city. */
export const convertQaTiles = (folder: string, file: string): void => {
  const { points, lines, rings, bounds } = readQaTiles(folder)
  const vertices = new Vertices(bounds)
  const ways: WayToWrite[] = []
  const byId = groupById(lines)
  for (const [id, pieces] of byId) {
    const joined = joinPieces(pieces.map((piece) => vertices.idsOf(piece.spots)))
    joined.forEach((refs, n) => ways.push({ id: id + n * PART, refs, tags: pieces[0]!.tags }))
  }
  // A way may occur as a line in one tile and as a ring in another.
  const parts = new Map<number, number>()
  for (const ring of rings) {
    const n = parts.get(ring.id) ?? byId.get(ring.id)?.length ?? 0
    parts.set(ring.id, n + 1)
    ways.push({ id: ring.id + n * PART, refs: vertices.idsOf(oriented(ring)), tags: ring.tags })
  }
  const coast = coastLine(lines, bounds)
  if (coast) ways.push({ id: PART - 1, refs: vertices.idsOf(coast), tags: { natural: 'coastline' } })
  const { west, south, east, north } = bounds
  const box = [west / 1e7, south / 1e7, east / 1e7, north / 1e7] as const
  writePbf(file, [...ownNodes(points, vertices), ...vertices.nodes()], ways, TAKEN, [], box)
}

const groupById = (pieces: readonly Piece[]): Map<number, Piece[]> => {
  const groups = new Map<number, Piece[]>()
  for (const piece of pieces) {
    const group = groups.get(piece.id)
    if (group) group.push(piece)
    else groups.set(piece.id, [piece])
  }
  return groups
}

/** Tiles normalise the direction of rings; a roundabout is turned back to counter-clockwise (right-hand traffic). */
const oriented = ({ tags, spots }: Piece): readonly Spot[] => {
  if (tags['junction'] !== 'roundabout') return spots
  const twiceArea = spots.reduce((sum, spot, i) => {
    const next = spots[(i + 1) % spots.length]!
    return sum + (spot.lng / 1e7) * (next.lat / 1e7) - (next.lng / 1e7) * (spot.lat / 1e7)
  }, 0)
  return twiceArea > 0 ? spots : spots.toReversed()
}

/** A point on a vertex of a way becomes that vertex (signals, gates); other points become separate nodes. */
const ownNodes = (points: readonly Piece[], vertices: Vertices): OsmNode[] => {
  const nodes = new Map<number, OsmNode>()
  for (const { id, tags, spots } of points) {
    const spot = spots[0]!
    if (!vertices.tag(spot, tags)) nodes.set(id, { id, lat: spot.lat, lng: spot.lng, tags })
  }
  return [...nodes.values()]
}

/** One id per distinct coordinate, counted from 1; real ids of nodes in the tiles begin at 272 million. */
class Vertices {
  readonly #ids = new Map<number, number>()
  readonly #spots: Spot[] = []
  readonly #tags = new Map<number, Tags>()
  readonly #west: number
  readonly #south: number

  constructor(bounds: { west: number; south: number }) {
    // A little room around the area keeps all offsets above zero.
    this.#west = bounds.west - 1e7
    this.#south = bounds.south - 1e7
  }

  /** Two offsets below 2^26 (6.7 degrees) in one exact number. */
  #key(spot: Spot): number {
    return (spot.lng - this.#west) * 2 ** 26 + (spot.lat - this.#south)
  }

  idsOf(spots: readonly Spot[]): number[] {
    const ids: number[] = []
    for (const spot of spots) {
      const key = this.#key(spot)
      let id = this.#ids.get(key)
      if (id === undefined) {
        id = this.#spots.push(spot)
        this.#ids.set(key, id)
      }
      if (ids.at(-1) !== id) ids.push(id)
    }
    return ids
  }

  /** False when no way passes through the spot. */
  tag(spot: Spot, tags: Tags): boolean {
    const id = this.#ids.get(this.#key(spot))
    if (id === undefined) return false
    this.#tags.set(id, { ...this.#tags.get(id), ...tags })
    return true
  }

  nodes(): OsmNode[] {
    return this.#spots.map((spot, i) => ({
      id: i + 1,
      lat: spot.lat,
      lng: spot.lng,
      tags: this.#tags.get(i + 1) ?? {},
    }))
  }
}
