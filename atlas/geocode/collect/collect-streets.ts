import { METRES, metresBetween, radians } from '../../graph/geodesy.ts'
import type { OsmData, OsmWay, Tags } from '../../osm/osm-data.ts'
import { normalise } from '../words/normalise.ts'
import type { Spot, Where } from './surroundings.ts'

/** One street: ways of one name that meet or nearly meet, in one town. */
export interface Street {
  readonly id: number
  readonly name: string
  readonly key: string
  readonly more: readonly string[]
  readonly lat: number
  readonly lng: number
  readonly importance: number
  readonly ways: readonly OsmWay[]
  /** The town by boundary, '' when none contains it. */
  readonly bounded: string
  readonly postcode: string | undefined
  /** Words of the districts and the town it runs through. */
  readonly around: readonly string[]
}

interface Piece {
  readonly way: OsmWay
  readonly where: Where
  readonly postcode: string | undefined
}

/** Parts of one street are at most this far apart: a square, a park or a junction lies between. Metres. */
const GAP = 200
/** With two postcodes, parts that do not meet are two streets. Metres. */
const GAP_OF_POSTCODES = 30

const CLASS: Readonly<Record<string, number>> = {
  motorway: 0.5, trunk: 0.6, primary: 0.6, secondary: 0.5, tertiary: 0.4, pedestrian: 0.4, living_street: 0.25, residential: 0.25, unclassified: 0.25,
  road: 0.2, service: 0.12, footway: 0.12, path: 0.1, track: 0.1, cycleway: 0.1, steps: 0.1,
} // prettier-ignore

/**
 * The named streets. Ways of one name are one street when they meet or nearly meet; never across the boundary of a
 * town, where the numbers start again.
 */
export const collectStreets = (map: OsmData, at: (spot: Spot) => Where): Street[] => {
  const groups = new Map<string, Piece[]>()
  for (const way of map.ways) {
    const name = way.tags['name']
    if (!name || classOf(way.tags) === undefined) continue
    const key = normalise(name)
    if (key === '') continue
    const piece = {
      way,
      where: at(spotOf(map, way)),
      postcode: way.tags['postal_code'] ?? way.tags['addr:postcode'],
    }
    const group = groups.get(key)
    if (group) group.push(piece)
    else groups.set(key, [piece])
  }
  const streets: Street[] = []
  for (const [key, group] of groups) {
    for (const pieces of together(map, group)) streets.push(streetOf(map, streets.length + 1, key, pieces))
  }
  return streets
}

const classOf = (tags: Tags): number | undefined => CLASS[tags['highway']?.replace(/_link$/, '') ?? '']

const spotOf = (map: OsmData, way: OsmWay): Spot => {
  const place = way.nodes[way.nodes.length >> 1]!
  return { lat: map.lat[place]!, lng: map.lng[place]! }
}

/** Joins pieces of one town that are near each other, through a grid of cells as wide as the gap. */
const together = (map: OsmData, pieces: readonly Piece[]): Piece[][] => {
  if (pieces.length === 1) return [[...pieces]]
  const root = pieces.map((_, i) => i)
  const find = (i: number): number => (root[i] === i ? i : (root[i] = find(root[i]!)))
  const step = GAP / METRES
  const cells = new Map<string, { piece: number; lat: number; lng: number }[]>()
  pieces.forEach(({ way }, piece) => {
    for (const place of way.nodes) {
      const [lat, lng] = [map.lat[place]!, map.lng[place]!]
      const wide = step / Math.max(0.05, Math.cos(radians(lat)))
      const [row, column] = [Math.floor(lat / step), Math.floor(lng / wide)]
      for (let r = row - 1; r <= row + 1; r++) {
        for (let c = column - 1; c <= column + 1; c++) {
          for (const other of cells.get(`${r},${c}`) ?? []) {
            const [a, b] = [find(piece), find(other.piece)]
            if (a === b || pieces[piece]!.where.bounded !== pieces[other.piece]!.where.bounded) continue
            const metres = metresBetween(lat, lng, other.lat, other.lng)
            if (metres <= gapOf(pieces[piece]!, pieces[other.piece]!)) root[a] = b
          }
        }
      }
      const cell = cells.get(`${row},${column}`)
      if (cell) cell.push({ piece, lat, lng })
      else cells.set(`${row},${column}`, [{ piece, lat, lng }])
    }
  })
  const clusters = new Map<number, Piece[]>()
  pieces.forEach((piece, i) => {
    const cluster = clusters.get(find(i))
    if (cluster) cluster.push(piece)
    else clusters.set(find(i), [piece])
  })
  return [...clusters.values()]
}

const gapOf = (a: Piece, b: Piece): number =>
  a.postcode && b.postcode && a.postcode !== b.postcode ? GAP_OF_POSTCODES : GAP

const streetOf = (map: OsmData, id: number, key: string, pieces: readonly Piece[]): Street => {
  const ways = pieces.map(({ way }) => way)
  const spots = ways.map((way) => spotOf(map, way))
  const middle = {
    lat: spots.reduce((sum, spot) => sum + spot.lat, 0) / spots.length,
    lng: spots.reduce((sum, spot) => sum + spot.lng, 0) / spots.length,
  }
  const away = (spot: { lat: number; lng: number }): number => metresBetween(spot.lat, spot.lng, middle.lat, middle.lng)
  const nearest = spots.reduce((best, spot) => (away(spot) < away(best) ? spot : best))
  const metres = ways.reduce((sum, way) => sum + lengthOf(map, way), 0)
  const best = ways.reduce((most, { tags }) => Math.max(most, classOf(tags)!), 0)
  const more = new Set<string>()
  for (const { tags } of ways) {
    for (const [tag, names] of Object.entries(tags)) {
      if (!/^(alt_name|short_name|old_name|official_name|loc_name|name:[a-z]{2,3})$/.test(tag)) continue
      for (const other of names.split(';')) if (normalise(other) !== key) more.add(other.trim())
    }
  }
  return {
    id,
    name: ways[0]!.tags['name']!.trim(),
    key,
    more: [...more].slice(0, 12),
    ...nearest,
    importance: Math.min(1, best + 0.05 * Math.log10(1 + metres / 100)),
    ways,
    bounded: pieces[0]!.where.bounded,
    around: [...new Set(pieces.flatMap(({ where }) => where.words))],
    postcode: pieces.find(({ postcode }) => postcode)?.postcode,
  }
}

const lengthOf = (map: OsmData, way: OsmWay): number => {
  let metres = 0
  for (let i = 1; i < way.nodes.length; i++) {
    const a = way.nodes[i - 1]!
    const b = way.nodes[i]!
    metres += metresBetween(map.lat[a]!, map.lng[a]!, map.lat[b]!, map.lng[b]!)
  }
  return metres
}
