import type { Bbox } from '../osm/read-osm.ts'
import { MAX_ZOOM, MIN_ZOOM } from '../tiles/build-tiles.ts'
import { NAME_LANGUAGES } from '../tiles/feature-names.ts'
import { around, outlineOf } from '../region/boxes.ts'
import { fontFaces } from './fonts.ts'
import { boundaryLayers, buildingLayers, groundLayers } from './ground-layers.ts'
import { labelLayers } from './label-layers.ts'
import { dark, light } from './palette.ts'
import { roadLayers, tunnelLayers } from './road-layers.ts'

/**
 * A MapLibre style. Tile and font addresses are paths on the host of the page. Icons are names (`poi-hotel`,
 * `shield-dark`, …) that the page draws: there is no sprite.
 * @param language of the labels where the map has names in it; the local name elsewhere and for every other language
 */
export const mapStyle = (
  theme: 'light' | 'dark',
  about: {
    name: string
    version: string
    extents: readonly Bbox[]
    center: { lat: number; lng: number }
    attribution: string
  },
  language?: string,
): Record<string, unknown> => {
  const palette = theme === 'dark' ? dark : light
  const known = NAME_LANGUAGES.find((one) => one === language)
  const name = known ? ['coalesce', ['get', `name:${known}`], ['get', 'name']] : ['get', 'name']
  return {
    version: 8,
    name: `${about.name} (${theme})`,
    center: [about.center.lng, about.center.lat],
    zoom: 12,
    // The camera stays near these boxes [design/maps-122].
    metadata: { 'remis:extents': about.extents },
    'font-faces': fontFaces('/maps/fonts'),
    sources: {
      city: {
        type: 'vector',
        // The version in the address lets browsers cache tiles until the next import [design/maps-12].
        tiles: [`/maps/tiles/{z}/{x}/{y}.mvt?v=${about.version}`],
        bounds: around(about.extents),
        minzoom: MIN_ZOOM,
        maxzoom: MAX_ZOOM,
        attribution: about.attribution,
      },
      edge: { type: 'geojson', data: edgeOf(about.extents) },
    },
    layers: [
      ...groundLayers(palette),
      ...tunnelLayers(palette),
      ...buildingLayers(palette),
      ...roadLayers(palette),
      ...boundaryLayers(palette),
      // Sea and roads fade into the plain colour instead of ending at a straight edge [design/maps-67].
      {
        id: 'edge',
        type: 'line',
        source: 'edge',
        paint: {
          'line-color': palette.ground,
          // Narrower where a part of the region is only some pixels wide.
          'line-width': ['interpolate', ['linear'], ['zoom'], 5, 4, 8, 24, 11, 72],
          'line-blur': ['interpolate', ['linear'], ['zoom'], 5, 2, 8, 10, 11, 30],
        },
      },
      ...labelLayers(palette, { theme, name }),
    ],
  }
}

/** The outline of the drawn area as GeoJSON. */
const edgeOf = (extents: readonly Bbox[]): Record<string, unknown> => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'MultiLineString', coordinates: outlineOf(extents) },
})
