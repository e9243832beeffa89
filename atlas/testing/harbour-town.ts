import type { OsmMember, OsmNode, OsmRelation } from '../osm/osm-data.ts'
import { writePbf } from '../osm/write-pbf.ts'
import type { WayToWrite } from '../osm/write-pbf.ts'

/** Degrees. */
export const TOWN_BOX = [2, 1, 2.1, 1.1] as const

type Line = readonly (readonly [lng: number, lat: number])[]

/**
 * Writes a made-up town of 11 km: the sea in the west with a harbour, a pier and an island; a wood with a lake in it
 * and a building around a court, both of several ways; streets in a grid, a tunnel under the building, and a bridge.
 */
export const harbourTown = (file: string): string => {
  const nodes: OsmNode[] = []
  const ids = new Map<string, number>()
  const ways: WayToWrite[] = []
  const relations: OsmRelation[] = []
  const node = (lng: number, lat: number, tags: Record<string, string> = {}): number => {
    const key = `${lng} ${lat}`
    const id = ids.get(key) ?? nodes.length + 1
    if (!ids.has(key)) nodes.push({ id, lat: Math.round(lat * 1e7), lng: Math.round(lng * 1e7), tags })
    ids.set(key, id)
    return id
  }
  const way = (line: Line, tags: Record<string, string> = {}): number => {
    ways.push({ id: ways.length + 1, refs: line.map(([lng, lat]) => node(lng, lat)), tags })
    return ways.length
  }
  const area = (tags: Record<string, string>, outer: Line[], inner: Line[] = []): void => {
    const member = (role: string) => (line: Line): OsmMember => ({ kind: 'way', ref: way(line), role }) // prettier-ignore
    const members = [...outer.map(member('outer')), ...inner.map(member('inner'))]
    relations.push({ id: relations.length + 1, tags: { type: 'multipolygon', ...tags }, members })
  }
  // Land on the left: the coast runs south with the sea in the west. The harbour is a bay of it.
  way([[2.02, 1.12], [2.025, 1.06], [2.025, 1.04], [2.035, 1.04]], { natural: 'coastline' })
  way([[2.035, 1.04], [2.035, 1.03], [2.025, 1.03], [2.02, 0.98]], { natural: 'coastline' })
  way([[2.01, 1.01], [2.015, 1.01], [2.015, 1.015], [2.01, 1.015], [2.01, 1.01]], { natural: 'coastline' })
  way([[2.027, 1.036], [2.028, 1.036], [2.028, 1.039], [2.027, 1.039], [2.027, 1.036]], { man_made: 'pier' })
  area(
    { natural: 'wood', name: 'Town Wood' },
    [[[2.06, 1.06], [2.07, 1.06], [2.07, 1.07]], [[2.07, 1.07], [2.06, 1.07], [2.06, 1.06]]],
    [[[2.063, 1.063], [2.067, 1.063], [2.067, 1.067], [2.063, 1.067], [2.063, 1.063]]],
  )
  way([[2.063, 1.063], [2.067, 1.063], [2.067, 1.067], [2.063, 1.067], [2.063, 1.063]], { natural: 'water', name: 'Wood Lake' })
  area(
    { building: 'yes', name: 'Great Court' },
    [[[2.07, 1.03], [2.071, 1.03], [2.071, 1.031]], [[2.07, 1.031], [2.071, 1.031]], [[2.07, 1.031], [2.07, 1.03]]],
    [[[2.0704, 1.0304], [2.0708, 1.0304], [2.0708, 1.0308], [2.0704, 1.0308], [2.0704, 1.0304]]],
  )
  way([[2.06, 1.0302], [2.08, 1.0302]], { highway: 'primary', name: 'Tunnel Road', tunnel: 'yes', layer: '-2', ref: 'N 1' })
  way([[2.072, 1.025], [2.072, 1.035]], { highway: 'secondary', name: 'High Bridge', 'name:en': 'High Bridge', 'name:es': 'Puente Alto', bridge: 'yes', layer: '1' })
  way([[2.0702, 1.029], [2.0702, 1.032]], { highway: 'service', name: 'Passage', tunnel: 'building_passage' })
  way([[2.06, 1.04], [2.062, 1.04], [2.062, 1.042], [2.06, 1.042], [2.06, 1.04]], { highway: 'pedestrian', area: 'yes', name: 'Market Square' })
  const steps = Array.from({ length: 11 }, (_, i) => Math.round(1000 * i) / 2e5)
  steps.forEach((step, i) => {
    way(steps.map((other) => [2.04 + other, 1.01 + step]), { highway: 'residential', name: `${i + 1} Street`, ...(i % 3 === 0 ? { oneway: 'yes' } : {}) })
    way(steps.map((other) => [2.04 + step, 1.01 + other]), { highway: i === 5 ? 'primary' : 'residential', name: `Avenue ${i + 1}` })
  })
  const spots: [lng: number, lat: number, tags: Record<string, string>][] = [
    [2.0612, 1.0362, { place: 'town', name: 'Harbour Town', 'name:es': 'Villa del Puerto' }],
    [2.046, 1.0161, { amenity: 'hospital', name: 'Town Hospital', 'addr:country': 'PT' }],
    [2.051, 1.0211, { railway: 'station', name: 'Central Station' }],
    [2.056, 1.0261, { tourism: 'hotel', name: 'Hotel Coast' }],
    [2.061, 1.0311, { amenity: 'taxi' }],
    [2.066, 1.0361, { highway: 'bus_stop' }],
    [2.071, 1.0411, { amenity: 'school', name: 'Hill School' }],
  ]
  for (const [lng, lat, tags] of spots) node(lng, lat, tags)
  writePbf(file, nodes, ways, Date.UTC(2024, 4, 1) / 1000, relations, TOWN_BOX)
  return file
} // prettier-ignore
