import type { Palette } from './palette.ts'

type Layer = Readonly<Record<string, unknown>>

const fill = (id: string, source: string, paint: object, rest: object = {}): Layer => ({
  id,
  type: 'fill',
  source: 'city',
  'source-layer': source,
  ...rest,
  paint,
})

const line = (id: string, source: string, paint: object, rest: object = {}): Layer => ({
  id,
  type: 'line',
  source: 'city',
  'source-layer': source,
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  ...rest,
  paint,
})

/** Land and water, from the lowest; everything else is drawn over them. */
export const groundLayers = (p: Palette): Layer[] => [
  { id: 'ground', type: 'background', paint: { 'background-color': p.ground } },
  fill('land', 'landuse', {
    'fill-color': [
      'match', ['get', 'class'],
      ['park', 'grass', 'sport', 'cemetery'], p.park,
      'plaza', p.pedestrian,
      'parking', p.parking,
      'wood', p.wood,
      'sand', p.sand,
      'wetland', p.wetland,
      ['school', 'hospital'], p.civic,
      p.built,
    ],
    'fill-antialias': false,
  }, { filter: ['!=', ['get', 'class'], 'pier'] }), // prettier-ignore
  // Below the areas of wide rivers, which have a line in their middle too.
  line(
    'waterway',
    'waterway',
    {
      'line-color': p.stream,
      'line-width': [
        'interpolate',
        ['exponential', 1.4],
        ['zoom'],
        9,
        0.6,
        14,
        ['match', ['get', 'class'], 'stream', 1, 3],
        18,
        8,
      ],
    },
    { filter: ['!=', ['get', 'class'], 'ferry'] },
  ),
  fill('water', 'water', { 'fill-color': p.water, 'fill-antialias': false }),
  // Drawn above the water layer: piers and breakwaters lie within water polygons.
  fill('pier-area', 'landuse', { 'fill-color': p.pier }, { filter: ['==', ['get', 'class'], 'pier'] }),
  line(
    'ferry',
    'waterway',
    { 'line-color': p.waterLabel, 'line-width': 1, 'line-opacity': 0.7, 'line-dasharray': [4, 3] },
    { filter: ['==', ['get', 'class'], 'ferry'], layout: { 'line-cap': 'butt' } },
  ),
  fill('apron', 'aeroway', { 'fill-color': p.runway }, { filter: ['==', ['get', 'class'], 'apron'] }),
  line(
    'runway',
    'aeroway',
    {
      'line-color': p.runway,
      'line-width': [
        'interpolate',
        ['exponential', 1.6],
        ['zoom'],
        11,
        ['match', ['get', 'class'], 'runway', 3, 1],
        16,
        ['match', ['get', 'class'], 'runway', 40, 12],
      ],
    },
    { filter: ['in', ['get', 'class'], ['literal', ['runway', 'taxiway']]] },
  ),
]

/** Over the tunnels, under the streets. */
export const buildingLayers = (p: Palette): Layer[] => [
  fill('building', 'building', {
    'fill-color': p.building,
    'fill-outline-color': p.buildingEdge,
    'fill-opacity': ['interpolate', ['linear'], ['zoom'], 14, 0.7, 15, 1],
  }, { minzoom: 14 }), // prettier-ignore
]

/** Countries and states; provinces and towns are fainter. */
export const boundaryLayers = (p: Palette): Layer[] => [
  line(
    'boundary',
    'boundary',
    {
      'line-color': p.boundary,
      'line-width': ['match', ['get', 'level'], 2, 1.6, 4, 1.2, 0.8],
      'line-opacity': ['match', ['get', 'level'], [2, 4], 0.9, 0.5],
      'line-dasharray': [4, 3],
    },
    { layout: { 'line-cap': 'butt', 'line-join': 'round' } },
  ),
]
