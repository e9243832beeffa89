import type { Palette } from './palette.ts'

type Layer = Readonly<Record<string, unknown>>

/** Widths in pixels at zooms 8, 12, 14, 16 and 19. */
const WIDTHS = {
  path: [0, 0, 0.8, 1.4, 3],
  service: [0, 0, 1, 3, 9],
  minor: [0, 0.6, 2.2, 6, 20],
  tertiary: [0, 1.2, 3.4, 8, 26],
  secondary: [0.4, 1.8, 4.4, 10, 30],
  primary: [0.8, 2.6, 5.4, 12, 36],
  trunk: [1.2, 3.2, 6, 13, 40],
} as const
type Width = keyof typeof WIDTHS

const width = (of: Width, extra = 0): unknown => [
  'interpolate', ['exponential', 1.5], ['zoom'],
  ...[8, 12, 14, 16, 19].flatMap((zoom, i) => {
    const plain = WIDTHS[of][i]! + (WIDTHS[of][i]! > 0 ? extra : 0)
    // Links are narrower than the road they lead to.
    return [zoom, ['case', ['has', 'link'], plain * 0.7, plain]]
  }),
] // prettier-ignore

const of = (...kinds: string[]): unknown => ['in', ['get', 'class'], ['literal', kinds]]

const road = (id: string, kinds: string[], color: string, size: Width, extra: number, rest: object = {}): Layer => ({
  id,
  type: 'line',
  source: 'city',
  'source-layer': 'road',
  filter: of(...kinds),
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  ...rest,
  paint: {
    'line-color': color,
    'line-width': width(size, extra),
    'line-opacity': ['case', ['has', 'tunnel'], 0.55, 1],
  },
})

/** Casings first, then fillings from small to large roads, so that crossings look connected. */
export const roadLayers = (p: Palette): Layer[] => [
  {
    id: 'path',
    type: 'line',
    source: 'city',
    'source-layer': 'road',
    filter: of('path', 'pier'),
    minzoom: 14,
    paint: { 'line-color': p.path, 'line-width': width('path'), 'line-dasharray': [2, 1.5] },
  },
  {
    id: 'rail',
    type: 'line',
    source: 'city',
    'source-layer': 'rail',
    paint: {
      'line-color': p.rail,
      'line-width': ['interpolate', ['linear'], ['zoom'], 10, 0.6, 16, 2],
      'line-dasharray': [4, 2],
    },
  },
  road('service-casing', ['service', 'pedestrian'], p.casing, 'service', 1.4, { minzoom: 14 }),
  road('minor-casing', ['minor'], p.casing, 'minor', 1.6, { minzoom: 13 }),
  road('tertiary-casing', ['tertiary'], p.casing, 'tertiary', 1.8, { minzoom: 12 }),
  road('secondary-casing', ['secondary'], p.casing, 'secondary', 2, { minzoom: 11 }),
  road('primary-casing', ['primary'], p.majorCasing, 'primary', 2, { minzoom: 10 }),
  road('trunk-casing', ['trunk', 'motorway'], p.majorCasing, 'trunk', 2, { minzoom: 9 }),
  road('service', ['service', 'pedestrian'], p.minor, 'service', 0),
  road('minor', ['minor'], p.minor, 'minor', 0),
  road('tertiary', ['tertiary'], p.middle, 'tertiary', 0),
  road('secondary', ['secondary'], p.middle, 'secondary', 0),
  road('primary', ['primary'], p.major, 'primary', 0),
  road('trunk', ['trunk', 'motorway'], p.highway, 'trunk', 0),
]
