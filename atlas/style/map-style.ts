import type { Bbox } from '../osm/read-osm.ts'
import { MAX_ZOOM, MIN_ZOOM } from '../tiles/build-tiles.ts'
import { fontFaces } from './fonts.ts'
import { groundLayers } from './ground-layers.ts'
import { labelLayers } from './label-layers.ts'
import { dark, light } from './palette.ts'
import { roadLayers } from './road-layers.ts'

/** A MapLibre style. Tile and font addresses are paths on the host of the page. */
export const mapStyle = (
  theme: 'light' | 'dark',
  about: { name: string; version: string; extent: Bbox; center: { lat: number; lng: number }; attribution: string },
): Record<string, unknown> => {
  const palette = theme === 'dark' ? dark : light
  return {
    version: 8,
    name: `${about.name} (${theme})`,
    center: [about.center.lng, about.center.lat],
    zoom: 12,
    'font-faces': fontFaces('/maps/fonts'),
    sources: {
      city: {
        type: 'vector',
        // The version in the address lets browsers cache tiles until the next import [design/maps-12].
        tiles: [`/maps/tiles/{z}/{x}/{y}.mvt?v=${about.version}`],
        bounds: about.extent,
        minzoom: MIN_ZOOM,
        maxzoom: MAX_ZOOM,
        attribution: about.attribution,
      },
    },
    layers: [...groundLayers(palette), ...roadLayers(palette), ...labelLayers(palette)],
  }
}
