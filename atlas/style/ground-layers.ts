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

/** The layers below the roads. */
export const groundLayers = (p: Palette): Layer[] => [
  { id: 'ground', type: 'background', paint: { 'background-color': p.ground } },
  fill('land', 'landuse', {
    'fill-color': [
      'match', ['get', 'class'],
      ['park', 'grass', 'sport', 'cemetery'], p.park,
      'wood', p.wood,
      'sand', p.sand,
      'wetland', p.wetland,
      ['school', 'hospital', 'plaza'], p.civic,
      p.built,
    ],
    'fill-antialias': false,
  }), // prettier-ignore
  fill('water', 'water', { 'fill-color': p.water, 'fill-antialias': false }),
  line('waterway', 'waterway', {
    'line-color': p.water,
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
  }),
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
  fill('building', 'building', {
    'fill-color': p.building,
    'fill-outline-color': p.buildingEdge,
    'fill-opacity': ['interpolate', ['linear'], ['zoom'], 14, 0.4, 15, 1],
  }, { minzoom: 14 }), // prettier-ignore
]
