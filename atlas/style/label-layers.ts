import type { Palette } from './palette.ts'

type Layer = Readonly<Record<string, unknown>>

const REGULAR = ['Noto Sans Regular']
const MEDIUM = ['Noto Sans Medium']
const BOLD = ['Noto Sans Bold']

const symbol = (id: string, source: string, layout: object, paint: object, rest: object = {}): Layer => ({
  id,
  type: 'symbol',
  source: 'city',
  'source-layer': source,
  ...rest,
  layout,
  paint,
})

const alongRoad = (p: Palette, id: string, kinds: string[], minzoom: number, sizes: number[]): Layer =>
  symbol(
    id,
    'road',
    {
      'symbol-placement': 'line',
      'text-field': ['coalesce', ['get', 'name'], ['get', 'ref']],
      'text-font': REGULAR,
      'text-size': ['interpolate', ['linear'], ['zoom'], minzoom, sizes[0], 18, sizes[1]],
      'text-padding': 4,
      'symbol-spacing': 320,
      'text-max-angle': 30,
    },
    { 'text-color': p.label, 'text-halo-color': p.halo, 'text-halo-width': 1.4 },
    { minzoom, filter: ['in', ['get', 'class'], ['literal', kinds]] },
  )

/** Labels, from the least to the most important: later layers are placed first. */
export const labelLayers = (p: Palette): Layer[] => [
  symbol(
    'oneway',
    'road',
    {
      'symbol-placement': 'line',
      'symbol-spacing': 140,
      'text-field': ['match', ['get', 'oneway'], -1, '←', '→'],
      'text-font': REGULAR,
      'text-size': 13,
      'text-keep-upright': false,
      'text-rotation-alignment': 'map',
      'text-padding': 0,
    },
    { 'text-color': p.arrow },
    { minzoom: 16, filter: ['has', 'oneway'] },
  ),
  alongRoad(p, 'street-name', ['minor', 'pedestrian', 'service'], 15, [10, 13]),
  alongRoad(p, 'avenue-name', ['tertiary', 'secondary'], 13, [10, 14]),
  alongRoad(p, 'main-road-name', ['primary', 'trunk', 'motorway'], 12, [11, 15]),
  symbol(
    'waterway-name',
    'waterway',
    { 'symbol-placement': 'line', 'text-field': ['get', 'name'], 'text-font': REGULAR, 'text-size': 11 },
    { 'text-color': p.waterLabel, 'text-halo-color': p.halo, 'text-halo-width': 1 },
    { minzoom: 13 },
  ),
  {
    id: 'poi-dot',
    type: 'circle',
    source: 'city',
    'source-layer': 'poi',
    filter: poiFilter(),
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 12, 2, 17, 3.5],
      'circle-color': ['match', ['get', 'class'], 'park', p.parkLabel, p.dot],
      'circle-stroke-color': p.halo,
      'circle-stroke-width': 1,
    },
  },
  symbol(
    'poi-name',
    'poi',
    {
      'text-field': ['get', 'name'],
      'text-font': REGULAR,
      'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10, 17, 12],
      'text-anchor': 'top',
      'text-offset': [0, 0.5],
      'text-max-width': 8,
      'text-optional': true,
      'symbol-sort-key': ['get', 'rank'],
    },
    {
      'text-color': ['match', ['get', 'class'], 'park', p.parkLabel, p.quietLabel],
      'text-halo-color': p.halo,
      'text-halo-width': 1.2,
    },
    { filter: poiFilter() },
  ),
  symbol(
    'suburb-name',
    'place',
    {
      'text-field': ['get', 'name'],
      'text-font': MEDIUM,
      'text-size': ['interpolate', ['linear'], ['zoom'], 11, 11, 15, 15],
      'text-letter-spacing': 0.06,
      'text-max-width': 7,
      'symbol-sort-key': ['get', 'rank'],
    },
    { 'text-color': p.quietLabel, 'text-halo-color': p.halo, 'text-halo-width': 1.6 },
    { minzoom: 11, maxzoom: 17, filter: ['>', ['get', 'rank'], 2] },
  ),
  symbol(
    'city-name',
    'place',
    {
      'text-field': ['get', 'name'],
      'text-font': BOLD,
      'text-size': ['interpolate', ['linear'], ['zoom'], 4, 12, 12, 20],
    },
    { 'text-color': p.strongLabel, 'text-halo-color': p.halo, 'text-halo-width': 2 },
    { maxzoom: 13, filter: ['<=', ['get', 'rank'], 2] },
  ),
]

/** Smaller places get labels at closer zooms. */
function poiFilter(): unknown {
  return ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 13, 2, 14, 3, 15, 5, 16, 6, 17, 9]]
}
