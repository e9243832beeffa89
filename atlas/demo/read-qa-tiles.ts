import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { AtlasError } from '../atlas-error.ts'
import type { Tags } from '../osm/osm-data.ts'

/** Degrees × 1e7. */
export interface Spot {
  readonly lat: number
  readonly lng: number
}

/** One geometry of one tile: an object that crosses tiles has several pieces with the same id. */
export interface Piece {
  readonly id: number
  readonly tags: Tags
  readonly spots: readonly Spot[]
}

export interface QaTiles {
  readonly points: Piece[]
  readonly lines: Piece[]
  /** Each ring closed: first and last spot are equal. */
  readonly rings: Piece[]
  readonly bounds: { readonly west: number; readonly south: number; readonly east: number; readonly north: number }
}

/**
 * Reads a folder of OpenStreetMap "QA tiles" (`z-x-y.mvt`, one layer `osm`, extent 2^20: one unit is below 1 cm, so
 * OpenStreetMap's 1e-7 degrees come back exactly and equal coordinates are equal nodes).
 * @throws AtlasError BAD_FILE
 */
export const readQaTiles = (folder: string): QaTiles => {
  const points: Piece[] = []
  const lines: Piece[] = []
  const rings: Piece[] = []
  const tiles = readdirSync(folder)
    .map((file) => ({ file, match: /^(\d+)-(\d+)-(\d+)\.mvt$/.exec(file) }))
    .flatMap(({ file, match }) =>
      match ? [{ file, z: Number(match[1]), x: Number(match[2]), y: Number(match[3]) }] : [],
    )
  if (tiles.length === 0) throw new AtlasError('BAD_FILE', 'The folder holds no tiles named z-x-y.mvt.')
  for (const { file, z, x, y } of tiles) {
    const layer = new VectorTile(new PbfReader(readFileSync(join(folder, file)))).layers['osm']
    if (!layer) throw new AtlasError('BAD_FILE', `${file} has no layer "osm".`)
    const spot = (px: number, py: number): Spot =>
      spotOf((x + px / layer.extent) / 2 ** z, (y + py / layer.extent) / 2 ** z)
    for (let i = 0; i < layer.length; i++) {
      const feature = layer.feature(i)
      const id = Number(feature.properties['@id'])
      const tags = ownTags(feature.properties)
      const geometry = feature.loadGeometry().map((part) => part.map((point) => spot(point.x, point.y)))
      const into = feature.type === 1 ? points : feature.type === 2 ? lines : rings
      for (const spots of geometry) into.push({ id, tags, spots })
    }
  }
  const z = tiles[0]!.z
  const columns = tiles.map((tile) => tile.x)
  const rows = tiles.map((tile) => tile.y)
  const northWest = spotOf(Math.min(...columns) / 2 ** z, Math.min(...rows) / 2 ** z)
  const southEast = spotOf((Math.max(...columns) + 1) / 2 ** z, (Math.max(...rows) + 1) / 2 ** z)
  const bounds = { west: northWest.lng, south: southEast.lat, east: southEast.lng, north: northWest.lat }
  return { points, lines, rings, bounds }
}

/** Web Mercator, 0 to 1 from the north-west corner of the world. */
const spotOf = (x: number, y: number): Spot => ({
  lng: Math.round((x * 360 - 180) * 1e7),
  lat: Math.round((Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / Math.PI) * 180 * 1e7),
})

/** Without the tiles' own columns and without tags about the source of the data. */
const ownTags = (properties: Readonly<Record<string, string | number | boolean>>): Tags => {
  const tags: Record<string, string> = {}
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith('@') || key.startsWith('source') || key.startsWith('mvdgis:')) continue
    tags[key] = String(value)
  }
  return tags
}
