import type { Palette } from './palette.ts'

type Layer = Readonly<Record<string, unknown>>

/** Widths in pixels at these zooms. */
const ZOOMS = [8, 12, 14, 16, 19] as const
const WIDTHS = {
  path: [0, 0, 0.8, 1.4, 3],
  service: [0, 0, 1, 3, 9],
  pedestrian: [0, 0, 1.8, 5, 16],
  minor: [0, 0.6, 2.2, 6, 20],
  tertiary: [0, 1.2, 3.4, 8, 26],
  secondary: [0.4, 1.8, 4.4, 10, 30],
  primary: [0.8, 2.6, 5.4, 12, 36],
  trunk: [1.2, 3.2, 6, 13, 40],
} as const
type Width = keyof typeof WIDTHS

const overZooms = (at: (i: number) => unknown): unknown => [
  'interpolate', ['exponential', 1.5], ['zoom'], ...ZOOMS.flatMap((zoom, i) => [zoom, at(i)]),
] // prettier-ignore

/** Links are narrower than the road they lead to. */
const narrower = (plain: unknown): unknown => ['case', ['has', 'link'], ['*', 0.7, plain], plain]

const widthAt = (size: Width, i: number, extra: number): number => WIDTHS[size][i]! + (WIDTHS[size][i]! > 0 ? extra : 0)

const width = (size: Width, extra = 0): unknown => overZooms((i) => narrower(widthAt(size, i, extra)))

/** The width of a road of any class. */
const widthOfAll = (extra: number): unknown =>
  overZooms((i) =>
    narrower([
      'match', ['get', 'class'],
      ['motorway', 'trunk'], widthAt('trunk', i, extra),
      'primary', widthAt('primary', i, extra),
      'secondary', widthAt('secondary', i, extra),
      'tertiary', widthAt('tertiary', i, extra),
      'minor', widthAt('minor', i, extra),
      'pedestrian', widthAt('pedestrian', i, extra),
      widthAt('service', i, extra),
    ]),
  ) // prettier-ignore

const colorOfAll = (p: Palette): unknown => [
  'match', ['get', 'class'],
  ['motorway', 'trunk'], p.highway,
  'primary', p.major,
  ['secondary', 'tertiary'], p.middle,
  'pedestrian', p.pedestrian,
  p.minor,
] // prettier-ignore

const of = (...kinds: string[]): unknown => ['in', ['get', 'class'], ['literal', kinds]]
const ON_GROUND = ['all', ['!', ['has', 'tunnel']], ['!', ['has', 'bridge']]]
const NO_PATH = ['!', of('path', 'pier')]

const line = (id: string, filter: unknown, paint: object, rest: { minzoom?: number; layout?: object } = {}): Layer => ({
  id,
  type: 'line',
  source: 'city',
  'source-layer': 'road',
  filter,
  ...rest,
  layout: { 'line-cap': 'round', 'line-join': 'round', ...rest.layout },
  paint,
})

const road = (id: string, kinds: string[], color: string, size: Width, extra = 0, minzoom?: number): Layer =>
  line(
    id,
    ['all', of(...kinds), ON_GROUND],
    { 'line-color': color, 'line-width': width(size, extra) },
    minzoom === undefined ? {} : { minzoom },
  )

/** Roads under the ground: below the buildings, pale with a dashed edge. */
export const tunnelLayers = (p: Palette): Layer[] => [
  line(
    'tunnel-casing',
    ['all', ['has', 'tunnel'], NO_PATH],
    { 'line-color': p.tunnelEdge, 'line-width': widthOfAll(2), 'line-dasharray': [1.6, 1.2] },
    { minzoom: 12, layout: { 'line-cap': 'butt', 'line-sort-key': ['get', 'level'] } },
  ),
  line(
    'tunnel',
    ['all', ['has', 'tunnel'], NO_PATH],
    { 'line-color': p.tunnel, 'line-width': widthOfAll(0) },
    { layout: { 'line-cap': 'butt', 'line-sort-key': ['get', 'level'] } },
  ),
]

const RAIL_ZOOMS = [10, 16] as const
const RAIL_WIDTHS = [0.6, 2] as const

const railWidth = (extra: number): unknown => [
  'interpolate', ['linear'], ['zoom'], ...RAIL_ZOOMS.flatMap((zoom, i) => [zoom, RAIL_WIDTHS[i]! + extra]),
] // prettier-ignore

const rail = (p: Palette, id: string, filter: unknown): Layer => ({
  id,
  type: 'line',
  source: 'city',
  'source-layer': 'rail',
  filter,
  paint: { 'line-color': p.rail, 'line-width': railWidth(0), 'line-dasharray': [4, 2] },
})

/** Over the roads on the ground, under bridges of roads. */
const railBridges = (p: Palette): Layer[] => [
  {
    ...rail(p, 'rail-bridge-casing', ['has', 'bridge']),
    minzoom: 13,
    paint: { 'line-color': p.bridgeEdge, 'line-width': railWidth(5) },
  },
  {
    ...rail(p, 'rail-bridge-deck', ['has', 'bridge']),
    minzoom: 13,
    paint: { 'line-color': p.ground, 'line-width': railWidth(3) },
  },
  rail(p, 'rail-bridge', ['has', 'bridge']),
]

const footbridges = (p: Palette): Layer[] =>
  [
    { id: 'footbridge-casing', 'line-color': p.bridgeEdge, 'line-width': width('path', 4) },
    { id: 'footbridge-deck', 'line-color': p.ground, 'line-width': width('path', 2) },
    { id: 'footbridge', 'line-color': p.path, 'line-width': width('path'), 'line-dasharray': [2, 1.5] },
  ].map(({ id, ...paint }) =>
    line(id, ['all', ['has', 'bridge'], of('path')], paint, { minzoom: 14, layout: { 'line-cap': 'butt' } }),
  )

/** Casings first, then fillings from small to large roads, so that crossings look connected; bridges over them. */
export const roadLayers = (p: Palette): Layer[] => [
  line(
    'path',
    ['all', of('path'), ON_GROUND],
    { 'line-color': p.path, 'line-width': width('path'), 'line-dasharray': [2, 1.5] },
    { minzoom: 14, layout: { 'line-cap': 'butt' } },
  ),
  line('pier', of('pier'), { 'line-color': p.pier, 'line-width': width('service', 1) }),
  rail(p, 'rail', ['all', ['!', ['has', 'tunnel']], ['!', ['has', 'bridge']]]),
  road('service-casing', ['service'], p.casing, 'service', 1.4, 14),
  road('pedestrian-casing', ['pedestrian'], p.pedestrianEdge, 'pedestrian', 1.6, 14),
  road('minor-casing', ['minor'], p.casing, 'minor', 1.6, 13),
  road('tertiary-casing', ['tertiary'], p.casing, 'tertiary', 1.8, 12),
  road('secondary-casing', ['secondary'], p.casing, 'secondary', 2, 11),
  road('primary-casing', ['primary'], p.majorCasing, 'primary', 2, 10),
  road('trunk-casing', ['trunk', 'motorway'], p.majorCasing, 'trunk', 2, 9),
  road('pedestrian', ['pedestrian'], p.pedestrian, 'pedestrian'),
  road('service', ['service'], p.minor, 'service'),
  road('minor', ['minor'], p.minor, 'minor'),
  road('tertiary', ['tertiary'], p.middle, 'tertiary'),
  road('secondary', ['secondary'], p.middle, 'secondary'),
  road('primary', ['primary'], p.major, 'primary'),
  road('trunk', ['trunk', 'motorway'], p.highway, 'trunk'),
  ...railBridges(p),
  line(
    'bridge-casing',
    ['all', ['has', 'bridge'], NO_PATH],
    { 'line-color': p.bridgeEdge, 'line-width': widthOfAll(3) },
    { minzoom: 13, layout: { 'line-cap': 'butt', 'line-sort-key': ['get', 'level'] } },
  ),
  line(
    'bridge',
    ['all', ['has', 'bridge'], NO_PATH],
    { 'line-color': colorOfAll(p), 'line-width': widthOfAll(0) },
    { layout: { 'line-sort-key': ['get', 'level'] } },
  ),
  ...footbridges(p),
]
