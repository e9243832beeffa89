import { gzipSync } from 'node:zlib'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import GeoJsonIndex from 'geojson-vt'
import { LAYERS } from './map-feature.ts'
import type { LayerName, MapFeature } from './map-feature.ts'
import type { Bbox } from '../osm/read-osm.ts'
import { tileId } from './hilbert.ts'
import type { Tile } from './write-pmtiles.ts'

export const MIN_ZOOM = 4
/** MapLibre draws closer zooms from these tiles; deeper ones would take three times the space without more detail. */
export const MAX_ZOOM = 14
const EXTENT = 4096

/** Cuts the features into gzip-compressed vector tiles; empty tiles are left out. */
export const buildTiles = (
  features: readonly MapFeature[],
  onProgress: (done: number) => void = () => undefined,
): Tile[] => {
  const indexes = LAYERS.map((layer) => [layer, new LayerIndex(layer, features)] as const)
  const [west, south, east, north] = boundsOf(features)
  const tiles: Tile[] = []
  for (let z = MIN_ZOOM; z <= MAX_ZOOM; z++) {
    const [left, top] = tileAt(z, west, north)
    const [right, bottom] = tileAt(z, east, south)
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) {
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
        tiles.push({ id: tileId(z, x, y), bytes: gzipSync(bytes) })
      }
    }
    onProgress((z - MIN_ZOOM + 1) / (MAX_ZOOM - MIN_ZOOM + 1))
  }
  return tiles
}

type Features = Extract<ConstructorParameters<typeof GeoJsonIndex>[0], { type: 'FeatureCollection' }>['features']
type CutTile = NonNullable<ReturnType<GeoJsonIndex['getTile']>>

/** One layer's features, cut by tile and filtered by zoom. */
class LayerIndex {
  readonly #index: GeoJsonIndex
  /** The tiler returns a feature's tags as the same object. */
  readonly #minZoom = new Map<unknown, number>()

  constructor(layer: LayerName, all: readonly MapFeature[]) {
    const features: Features = []
    for (const { layer: its, geometry, tags, minZoom } of all) {
      if (its !== layer) continue
      const own = { ...tags }
      this.#minZoom.set(own, minZoom)
      features.push({ type: 'Feature', properties: own, geometry })
    }
    const buffer = layer === 'place' || layer === 'poi' ? 128 : 64
    this.#index = new GeoJsonIndex(
      { type: 'FeatureCollection', features },
      { maxZoom: MAX_ZOOM, indexMaxZoom: 10, extent: EXTENT, buffer, tolerance: 3 },
    )
  }

  cut(z: number, x: number, y: number): CutTile | undefined {
    const tile = this.#index.getTile(z, x, y)
    const features = tile?.features.filter((feature) => (this.#minZoom.get(feature.tags) ?? 0) <= z)
    return features && features.length > 0 ? { ...tile, features } : undefined
  }
}

/** Box of everything drawn, degrees. */
export const boundsOf = (features: readonly MapFeature[]): Bbox => {
  let west = 180
  let south = 85
  let east = -180
  let north = -85
  for (const { geometry } of features) {
    const spots =
      geometry.type === 'Point'
        ? [geometry.coordinates]
        : geometry.type === 'Polygon'
          ? geometry.coordinates[0]!
          : geometry.coordinates
    for (const [lng, lat] of spots) {
      west = Math.min(west, lng)
      south = Math.min(south, lat)
      east = Math.max(east, lng)
      north = Math.max(north, lat)
    }
  }
  return [west, Math.max(south, -85), east, Math.min(north, 85)]
}

const tileAt = (z: number, lng: number, lat: number): [x: number, y: number] => {
  const side = 2 ** z
  const sine = Math.sin((lat * Math.PI) / 180)
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  const clamp = (value: number): number => Math.min(side - 1, Math.max(0, Math.floor(value * side)))
  return [clamp(lng / 360 + 0.5), clamp(y)]
}
