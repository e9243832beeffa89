import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import GeoJsonIndex from 'geojson-vt'
import type { Bbox } from '../osm/read-osm.ts'
import { decodeFeatures, encodeFeature } from './feature-record.ts'
import { FeatureSpill } from './feature-spill.ts'
import { tileId } from './hilbert.ts'
import { LAYERS } from './map-feature.ts'
import type { LayerName, MapFeature } from './map-feature.ts'
import { tileRange } from './mercator.ts'
import { spreadFeature } from './spread-feature.ts'

export const MIN_ZOOM = 4
/** MapLibre draws closer zooms from these tiles; deeper ones would take three times the space without more detail. */
export const MAX_ZOOM = 14
const EXTENT = 4096

/**
 * Tiles are built level by level: the features of one tile of the zoom `from` are in memory at a time, and all tiles of
 * the zooms up to `to` in it are cut from them. Far zooms have few features, near ones small tiles.
 */
const LEVELS = [
  { from: MIN_ZOOM, to: 7 },
  { from: 8, to: 9 },
  { from: 10, to: 11 },
  { from: 12, to: MAX_ZOOM },
] as const
type Level = (typeof LEVELS)[number]

export interface TilesToBuild {
  /** Read once, in order. */
  readonly features: Iterable<MapFeature>
  /** Degrees; tiles outside all of them are left out. */
  readonly extents: readonly Bbox[]
  /** For temporary files. */
  readonly folder: string
}

/**
 * Cuts the features into gzip-compressed vector tiles; empty tiles are left out. Memory does not grow with the region.
 */
export const buildTiles = (
  { features, extents, folder }: TilesToBuild,
  addTile: (id: number, bytes: Uint8Array) => void,
  onProgress: (done: number) => void = () => undefined,
): void => {
  const spills = LEVELS.map(({ from }) => new FeatureSpill(join(folder, `features-${from}.tmp`)))
  try {
    for (const feature of features) {
      LEVELS.forEach((level, i) => {
        const coarse = feature.minZoom <= level.to ? coarser(feature, level) : undefined
        if (!coarse) return
        spreadFeature(coarse, level.from, (x, y, part) => spills[i]!.add(x * 2 ** level.from + y, encodeFeature(part)))
      })
    }
    const total = spills.reduce((sum, spill) => sum + spill.size, 0)
    let done = 0
    LEVELS.forEach((level, i) => {
      for (const bucket of spills[i]!.buckets()) {
        const records = spills[i]!.take(bucket)
        cutBucket(level, bucket, [...decodeFeatures(records)], extents, addTile)
        done += records.length
        onProgress(done / total)
      }
    })
  } finally {
    for (const spill of spills) spill.close()
  }
}

/** Without the points and areas that are smaller than a third of a pixel at the level's nearest zoom. */
const coarser = (feature: MapFeature, { to }: Level): MapFeature | undefined => {
  if (to === MAX_ZOOM || feature.kind === 'point') return feature
  const step = 3.6e9 / 2 ** to / 512 / 3
  const parts = feature.parts.map((part) => thinned(part, step)).filter((part, i) => i === 0 || part.length >= 8)
  return feature.kind === 'area' && parts[0]!.length < 8 ? undefined : { ...feature, parts }
}

/** Without the points nearer than `step` to the last one kept, in both directions; the ends stay. */
const thinned = (part: Int32Array, step: number): Int32Array => {
  const kept = new Int32Array(part.length)
  let used = 0
  for (let i = 0; i < part.length; i += 2) {
    const near =
      used > 0 && Math.abs(part[i]! - kept[used - 2]!) < step && Math.abs(part[i + 1]! - kept[used - 1]!) < step
    if (near && i + 2 < part.length) continue
    kept[used++] = part[i]!
    kept[used++] = part[i + 1]!
  }
  return kept.slice(0, used)
}

const cutBucket = (
  { from, to }: Level,
  bucket: number,
  features: readonly MapFeature[],
  extents: readonly Bbox[],
  addTile: (id: number, bytes: Uint8Array) => void,
): void => {
  const indexes = LAYERS.flatMap((layer) => {
    const own = features.filter((feature) => feature.layer === layer)
    return own.length > 0 ? [[layer, new LayerIndex(layer, own, from)] as const] : []
  })
  const [column, row] = [Math.floor(bucket / 2 ** from), bucket % 2 ** from]
  for (let z: number = from; z <= to; z++) {
    const ranges = extents.map((extent) => tileRange(z, extent))
    const isDrawn = (x: number, y: number): boolean =>
      ranges.some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom)
    const side = 2 ** (z - from)
    for (let x = column * side; x < (column + 1) * side; x++) {
      for (let y = row * side; y < (row + 1) * side; y++) {
        if (!isDrawn(x, y)) continue
        const layers: Record<string, CutTile> = {}
        for (const [layer, index] of indexes) {
          const cut = index.cut(z, x, y)
          if (cut) layers[layer] = cut
        }
        if (Object.keys(layers).length === 0) continue
        const bytes = fromGeojsonVt(layers as unknown as Parameters<typeof fromGeojsonVt>[0], {
          version: 2,
          extent: EXTENT,
        })
        addTile(tileId(z, x, y), gzipSync(bytes))
      }
    }
  }
}

type Features = Extract<ConstructorParameters<typeof GeoJsonIndex>[0], { type: 'FeatureCollection' }>['features']
type CutTile = NonNullable<ReturnType<GeoJsonIndex['getTile']>>

/** One layer's features of a bucket, cut by tile and filtered by zoom. */
class LayerIndex {
  readonly #index: GeoJsonIndex
  /** The tiler returns a feature's tags as the same object. */
  readonly #minZoom = new Map<unknown, number>()

  /**
   * @param from the first zoom that is asked for: tiles are made up to it at once, nearer ones when they are asked for
   */
  constructor(layer: LayerName, own: readonly MapFeature[], from: number) {
    const features: Features = own
      .toSorted((a, b) => b.order - a.order)
      .map((feature) => {
        const properties = { ...feature.tags }
        this.#minZoom.set(properties, feature.minZoom)
        return { type: 'Feature', properties, geometry: geometryOf(feature) }
      })
    const buffer = layer === 'place' || layer === 'poi' ? 128 : 64
    this.#index = new GeoJsonIndex(
      { type: 'FeatureCollection', features },
      { maxZoom: MAX_ZOOM, indexMaxZoom: from, extent: EXTENT, buffer, tolerance: 3 },
    )
  }

  cut(z: number, x: number, y: number): CutTile | undefined {
    const tile = this.#index.getTile(z, x, y)
    const features = tile?.features.filter((feature) => (this.#minZoom.get(feature.tags) ?? 0) <= z)
    return features && features.length > 0 ? { ...tile, features } : undefined
  }
}

const geometryOf = ({ kind, parts }: MapFeature): Features[number]['geometry'] => {
  const spots = (part: Int32Array): [number, number][] =>
    Array.from({ length: part.length / 2 }, (_, i) => [part[2 * i]! / 1e7, part[2 * i + 1]! / 1e7])
  if (kind === 'area') return { type: 'Polygon', coordinates: parts.map(spots) }
  const line = spots(parts[0]!)
  return kind === 'line' ? { type: 'LineString', coordinates: line } : { type: 'Point', coordinates: line[0]! }
}
