import type { OsmData, OsmRelation, Tags } from '../../osm/osm-data.ts'

/** A turn restriction as it is drawn, for cars. Members are OpenStreetMap ids. */
export interface Restriction {
  /** `no`: these turns are forbidden; `only`: from there all others are. */
  readonly kind: 'no' | 'only'
  /** Turning back into the road one comes from. */
  readonly uTurn: boolean
  readonly from: readonly number[]
  readonly via: { readonly node: number } | { readonly ways: readonly number[] }
  readonly to: readonly number[]
}

/** How many restriction relations of a file were applied, and how many were ignored for which reason. */
export interface RestrictionCounts {
  applied: number
  /** Only at certain hours or days: ignored. */
  conditional: number
  /** For lorries, buses or bicycles only, or with an exception for cars. */
  otherVehicles: number
  /** Incomplete, ambiguous, or about roads that are not in the graph. */
  unclear: number
}

/** The turn restrictions for cars [design/maps-20]. */
export const readRestrictions = (map: OsmData): { restrictions: Restriction[]; counts: RestrictionCounts } => {
  const counts: RestrictionCounts = { applied: 0, conditional: 0, otherVehicles: 0, unclear: 0 }
  const restrictions: Restriction[] = []
  for (const relation of map.relations) {
    if (!/^restriction(:|$)/.test(relation.tags['type'] ?? '')) continue
    const value = ruleFor(relation.tags)
    if (value === 'conditional' || value === 'otherVehicles') counts[value]++
    else {
      const read = value === undefined ? undefined : membersOf(relation, value)
      if (read) restrictions.push(read)
      else counts.unclear++
    }
  }
  return { restrictions, counts }
}

/** The most specific first. */
const CAR_KEYS = ['restriction:motorcar', 'restriction:motor_vehicle', 'restriction:vehicle', 'restriction']
const CARS = new Set(['motorcar', 'motor_vehicle', 'vehicle'])
/** Tags by which hours and days were given before conditional restrictions. */
const TIMES = ['day_on', 'day_off', 'hour_on', 'hour_off']

const ruleFor = (tags: Tags): string | undefined => {
  const vehicle = tags['type']!.split(':')[1]
  if (vehicle !== undefined && !CARS.has(vehicle)) return 'otherVehicles'
  const value = CAR_KEYS.map((key) => tags[key]).find((found) => found !== undefined)
  if (value === undefined) {
    if (CAR_KEYS.some((key) => tags[`${key}:conditional`] !== undefined)) return 'conditional'
    return Object.keys(tags).some((key) => key.startsWith('restriction:')) ? 'otherVehicles' : undefined
  }
  if (value.includes('@') || TIMES.some((key) => tags[key] !== undefined)) return 'conditional'
  const exempt = (tags['except'] ?? '').split(/[;,]/).some((kind) => CARS.has(kind.trim()))
  return exempt ? 'otherVehicles' : value
}

const membersOf = ({ members }: OsmRelation, value: string): Restriction | undefined => {
  const kind = /^(no|only)_/.exec(value)?.[1] as Restriction['kind'] | undefined
  const ways = (role: string): number[] =>
    members.filter((member) => member.kind === 'way' && member.role === role).map(({ ref }) => ref)
  const [from, to, viaWays] = [ways('from'), ways('to'), ways('via')]
  const node = members.find((member) => member.kind === 'node' && member.role === 'via')?.ref
  if (kind === undefined || from.length === 0 || to.length === 0) return undefined
  if (viaWays.length === 0 && node === undefined) return undefined
  return {
    kind,
    uTurn: value === 'no_u_turn',
    from,
    via: viaWays.length > 0 ? { ways: viaWays } : { node: node! },
    to,
  }
}
