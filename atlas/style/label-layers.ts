import type { Palette } from './palette.ts'

type Layer = Readonly<Record<string, unknown>>

const REGULAR = ['Noto Sans Regular']
const MEDIUM = ['Noto Sans Medium']
const BOLD = ['Noto Sans Bold']

/** Classes of points that have an icon; others are drawn as a dot. The page draws the icons under these names. */
const ICON_CLASSES = [
  'airport', 'station', 'bus', 'tram', 'stop', 'ferry', 'taxi', 'hospital', 'pharmacy', 'hotel', 'school', 'park', 'shop',
  'culture', 'food', 'fuel',
] // prettier-ignore

interface LabelOptions {
  readonly theme: 'light' | 'dark'
  /** The expression of a feature's name. */
  readonly name: unknown
}

const symbol = (id: string, source: string, layout: object, paint: object, rest: object = {}): Layer => ({
  id,
  type: 'symbol',
  source: 'city',
  'source-layer': source,
  ...rest,
  layout,
  paint,
})

interface StreetNames {
  readonly id: string
  readonly kinds: readonly string[]
  readonly minzoom: number
  /** Text sizes at the lowest zoom and at 18. */
  readonly sizes: readonly [number, number]
}

const alongRoad = (p: Palette, name: unknown, { id, kinds, minzoom, sizes }: StreetNames): Layer =>
  symbol(
    id,
    'road',
    {
      'symbol-placement': 'line',
      'text-field': name,
      'text-font': REGULAR,
      'text-size': ['interpolate', ['linear'], ['zoom'], minzoom, sizes[0], 18, sizes[1]],
      'text-padding': 3,
      'symbol-spacing': 280,
      'text-max-angle': 32,
    },
    { 'text-color': p.label, 'text-halo-color': p.halo, 'text-halo-width': 1.6 },
    { minzoom, filter: ['in', ['get', 'class'], ['literal', kinds]] },
  )

/**
 * Labels, from the least to the most important: later layers are placed first, so streets keep their names among shops.
 */
export const labelLayers = (p: Palette, { theme, name }: LabelOptions): Layer[] => [
  // has no text: a page draws its route over the arrows and below the first text
  symbol(
    'oneway',
    'road',
    {
      'symbol-placement': 'line',
      'symbol-spacing': 120,
      'icon-image': `oneway-${theme}`,
      'icon-rotate': ['match', ['get', 'oneway'], -1, 180, 0],
      'icon-rotation-alignment': 'map',
      'icon-size': ['interpolate', ['linear'], ['zoom'], 15, 0.7, 18, 1],
      'icon-padding': 1,
    },
    {},
    { minzoom: 15, filter: ['has', 'oneway'] },
  ),
  ...pointLayers(p, name),
  symbol(
    'waterway-name',
    'waterway',
    { 'symbol-placement': 'line', 'text-field': name, 'text-font': REGULAR, 'text-size': 11 },
    { 'text-color': p.waterLabel, 'text-halo-color': p.halo, 'text-halo-width': 1 },
    { minzoom: 13 },
  ),
  alongRoad(p, name, { id: 'street-name', kinds: ['minor', 'pedestrian', 'service'], minzoom: 14.5, sizes: [10, 13] }),
  alongRoad(p, name, { id: 'avenue-name', kinds: ['tertiary', 'secondary'], minzoom: 13, sizes: [10.5, 14] }),
  alongRoad(p, name, { id: 'main-road-name', kinds: ['primary', 'trunk', 'motorway'], minzoom: 12, sizes: [11, 15] }),
  symbol(
    'shield',
    'road',
    {
      'symbol-placement': 'line',
      'symbol-spacing': 360,
      'text-field': ['get', 'ref'],
      'text-font': MEDIUM,
      'text-size': 10,
      'text-rotation-alignment': 'viewport',
      'icon-rotation-alignment': 'viewport',
      'icon-image': `shield-${theme}`,
      'icon-text-fit': 'both',
      'icon-text-fit-padding': [1, 4, 1, 4],
      'text-padding': 6,
    },
    { 'text-color': p.strongLabel },
    {
      minzoom: 9,
      filter: [
        'all', ['has', 'ref'], ['<=', ['length', ['get', 'ref']], 8],
        ['in', ['get', 'class'], ['literal', ['motorway', 'trunk', 'primary', 'secondary']]],
        ['any', ['in', ['get', 'class'], ['literal', ['motorway', 'trunk']]], ['>=', ['zoom'], 12]],
      ],
    }, // prettier-ignore
  ),
  symbol(
    'suburb-name',
    'place',
    {
      'text-field': name,
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
      'text-field': name,
      'text-font': BOLD,
      'text-size': ['interpolate', ['linear'], ['zoom'], 4, 12, 12, ['match', ['get', 'rank'], 1, 20, 15]],
      'symbol-sort-key': ['get', 'rank'],
    },
    { 'text-color': p.strongLabel, 'text-halo-color': p.halo, 'text-halo-width': 2 },
    { maxzoom: 13, filter: ['<=', ['get', 'rank'], 2] },
  ),
]

const hasIcon = ['in', ['get', 'class'], ['literal', ICON_CLASSES]]

const pointLayers = (p: Palette, name: unknown): Layer[] => [
  {
    id: 'poi-dot',
    type: 'circle',
    source: 'city',
    'source-layer': 'poi',
    minzoom: 14,
    filter: ['all', ['!', hasIcon], shown()],
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 14, 2, 17, 3.5],
      'circle-color': p.dot,
      'circle-stroke-color': p.halo,
      'circle-stroke-width': 1,
    },
  },
  poiName(p, name, 'poi-name', ['!', hasIcon], {}),
  poiName(p, name, 'poi-icon', hasIcon, {
    'icon-image': ['concat', 'poi-', ['get', 'class']],
    'icon-size': ['interpolate', ['linear'], ['zoom'], 12, 0.7, 16, 1],
    'icon-padding': 1,
    'text-offset': [0, 0.95],
  }),
]

const poiName = (p: Palette, name: unknown, id: string, filter: unknown, icon: object): Layer =>
  symbol(
    id,
    'poi',
    {
      'text-field': name,
      'text-font': REGULAR,
      'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10, 17, 12],
      'text-anchor': 'top',
      'text-offset': [0, 0.5],
      'text-max-width': 8,
      'text-optional': true,
      'symbol-sort-key': ['get', 'rank'],
      ...icon,
    },
    {
      'text-color': ['match', ['get', 'class'], 'park', p.parkLabel, p.quietLabel],
      'text-halo-color': p.halo,
      'text-halo-width': 1.4,
    },
    { minzoom: id === 'poi-icon' ? 12 : 14, filter: ['all', filter, shown()] },
  )

/** Smaller places get labels at closer zooms. */
function shown(): unknown {
  return ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 13, 2, 14, 3, 15, 4, 16, 5, 16.5, 6, 17, 9]]
}
