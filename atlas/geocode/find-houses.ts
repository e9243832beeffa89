import type { Sql } from '../sql.ts'
import { findPlaces } from './find-places.ts'
import type { Ranked, Options } from './find-places.ts'
import type { StreetHouses } from './gazetteer.ts'

export type House = StreetHouses['houses'][number]

export interface FoundHouse {
  /** `street` when the street has no number near the wanted one */
  readonly kind: 'house' | 'street'
  readonly street: Ranked
  readonly label: string
  readonly lat: number
  readonly lng: number
  readonly rank: number
}

const STREETS = 5
const NEAREST = 100
const EXACT_BONUS = 0.5
const NEAREST_BONUS = 0.3

/** All houses of some streets, by street. */
export const housesOf = async (sql: Sql, load: string, streets: readonly number[]): Promise<Map<number, House[]>> => {
  const { rows } = await sql.query<{ street_id: number; houses: string }>(
    'select street_id, houses from geo.house where load_id = $1 and street_id = any($2::int[])',
    [load, streets],
  )
  return new Map(rows.map((row) => [row.street_id, JSON.parse(row.houses) as House[]]))
}

/** The house of that number on the streets that match the words best, else the nearest number, else the street. */
export const findHouses = async (
  sql: Sql,
  load: string,
  query: { words: readonly string[]; number: number },
  options: Options,
): Promise<FoundHouse[]> => {
  const streets = (await findPlaces(sql, load, query.words, { ...options, streetsOnly: true })).slice(0, STREETS)
  const houses = await housesOf(sql, load, streets.map((street) => street.id)) // prettier-ignore
  return streets.map((street) => {
    const house = pick(houses.get(street.id) ?? [], query.number)
    if (!house)
      return { kind: 'street', street, label: street.name, lat: street.lat, lng: street.lng, rank: street.rank }
    const [number, lat, lng, label] = house
    const rank = street.rank + (number === query.number ? EXACT_BONUS : NEAREST_BONUS)
    return { kind: 'house', street, label: `${street.name} ${label ?? number}`, lat, lng, rank }
  })
}

/** The exact number, else the nearest one, preferably on the same side of the street. */
const pick = (houses: readonly House[], wanted: number): House | undefined => {
  let best: House | undefined
  let bestCost = Infinity
  for (const house of houses) {
    const off = Math.abs(house[0] - wanted)
    if (off > NEAREST) continue
    const cost = off + (off % 2 === 0 ? 0 : 10) + (house[3] === undefined ? 0 : 0.5)
    if (cost >= bestCost) continue
    best = house
    bestCost = cost
  }
  return best
}
