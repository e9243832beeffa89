import { assembleRings } from '../../osm/assemble-rings.ts'
import type { OsmData, Tags } from '../../osm/osm-data.ts'

/** An area with a name: administrative, of a settlement or district, or of a postcode. */
export interface Boundary {
  /** Its relation or way. */
  readonly id: string
  readonly kind: 'admin' | 'place' | 'postcode'
  /** Administrative level: 2 a country, 8 a town in most countries, 9 and 10 districts. */
  readonly level: number
  /** The name, or the postcode. */
  readonly name: string
  readonly more: readonly string[]
  readonly tags: Tags
  /**
   * Outer rings and holes together, as indexes of the coordinate columns: a spot is inside when it is in an odd number
   * of them.
   */
  readonly rings: readonly Int32Array[]
  /** The node that marks it on maps. */
  readonly label: number | undefined
}

/** Levels for areas that have only a kind of settlement. */
const LEVEL: Readonly<Record<string, number>> = {
  city: 8,
  town: 8,
  village: 9,
  suburb: 9,
  quarter: 10,
  neighbourhood: 11,
  borough: 9,
}

/** A boundary that the extract cuts off is not closed and is left out. */
export const collectBoundaries = (map: OsmData): Boundary[] => {
  const found: Boundary[] = []
  for (const relation of map.relations) {
    const kind = kindOf(relation.tags)
    if (!kind) continue
    const rings = assembleRings(map, relation).areas.flatMap(({ outer, holes }) => [outer, ...holes])
    if (rings.length === 0) continue
    const label = relation.members.find(
      ({ kind: member, role }) => member === 'node' && /^(label|admin_centre)$/.test(role),
    )
    found.push({ id: `r${relation.id}`, ...kind, tags: relation.tags, rings, label: label?.ref })
  }
  for (const way of map.ways) {
    const kind = way.nodes[0] === way.nodes.at(-1) && way.nodes.length > 3 ? kindOf(way.tags) : undefined
    if (kind) found.push({ id: `w${way.id}`, ...kind, tags: way.tags, rings: [way.nodes], label: undefined })
  }
  return found
}

const kindOf = (tags: Tags): Pick<Boundary, 'kind' | 'level' | 'name' | 'more'> | undefined => {
  const name = tags['name']
  const more = ['alt_name', 'short_name', 'official_name', 'name:en'].flatMap((key) => tags[key]?.split(';') ?? [])
  const isArea = tags['type'] !== 'multilinestring'
  const level = Number(tags['admin_level'])
  if (tags['boundary'] === 'administrative' && isArea && name && level >= 2 && level <= 11)
    return { kind: 'admin', level, name, more }
  const place = LEVEL[tags['place'] ?? '']
  if (place !== undefined && name) return { kind: 'place', level: place, name, more }
  const code = tags['boundary'] === 'postal_code' ? (tags['postal_code'] ?? tags['ref']) : undefined
  return code ? { kind: 'postcode', level: 12, name: code, more: [] } : undefined
}
