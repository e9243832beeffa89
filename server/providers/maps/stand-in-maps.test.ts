import { mapsConformance } from './conformance.ts'
import { standInMaps } from './stand-in-maps.ts'
import { cityPoints } from './testing/emulated-city.ts'

const maps = standInMaps()
const { acrossTheRiver: _, ...points } = cityPoints

// [design/maps-87]
mapsConformance('the substitute for tests', {
  routing: maps,
  matching: maps,
  search: maps,
  ...points,
  abroadFails: 'OUT_OF_REGION',
  seaFails: 'OUT_OF_REGION',
  ratio: 1 / 1.3,
  places: { typed: 'terminal', finds: 'Terminal Tres Cruces', country: 'UY' },
})
