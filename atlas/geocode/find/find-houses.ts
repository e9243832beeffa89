import { metresBetween } from '../../graph/geodesy.ts'
import type { Sql } from '../../sql.ts'
import type { House } from '../gazetteer.ts'
import { plain, plainDigits } from '../words/normalise.ts'
import type { AskedHouse } from '../words/parse-query.ts'
import type { Ranked } from './find-places.ts'

export interface FoundHouse {
  /** `street` when the street has no number near the wanted one */
  readonly kind: 'house' | 'street'
  readonly street: Ranked
  /** The number as shown, '' for the street. */
  readonly label: string
  readonly context: string
  readonly lat: number
  readonly lng: number
  readonly rank: number
  /** The wanted number is not on the map: the spot is estimated, or that of the nearest number. */
  readonly approximate: boolean
}

interface Numbers {
  readonly where: readonly string[]
  readonly list: readonly House[]
}

const STREETS = 6
const MOST_STREETS = 40
const NEAREST = 100
const EXACT_BONUS = 0.5
const ESTIMATED_BONUS = 0.42
const NEAREST_BONUS = 0.3
/** Numbers between two known ones are estimated when these are at most so far apart, in numbers and in metres. */
const WIDEST_GAP = 100
const LONGEST_GAP = 500

/** All house numbers of some streets, by street. */
export const housesOf = async (sql: Sql, load: string, streets: readonly number[]): Promise<Map<number, Numbers>> => {
  if (streets.length === 0) return new Map()
  const { rows } = await sql.query<{ street_id: number; houses: string }>(
    'select street_id, houses from geo.house where load_id = $1 and street_id = any($2::int[])',
    [load, streets],
  )
  return new Map(rows.map((row) => [row.street_id, JSON.parse(row.houses) as Numbers]))
}

/** The streets to read numbers of: the best, and all that match the words as well as the best one. */
export const streetsFor = (found: readonly Ranked[]): readonly Ranked[] =>
  found.filter(({ text }, i) => i < STREETS || (i < MOST_STREETS && text >= found[0]!.text - 0.01))

/** The house of that number on each street, else its estimated spot, else the nearest number, else the street. */
export const housesOn = (
  streets: readonly Ranked[],
  numbers: ReadonlyMap<number, Numbers>,
  asked: AskedHouse,
): FoundHouse[] =>
  streets.map((street) => {
    const { where, list } = numbers.get(street.id) ?? { where: [], list: [] }
    const spot = pick(list, asked)
    if (!spot)
      return {
        kind: 'street',
        street,
        label: '',
        context: street.context,
        lat: street.lat,
        lng: street.lng,
        rank: street.rank,
        approximate: false,
      }
    const { house, bonus, label, approximate } = spot
    return {
      kind: 'house',
      street,
      label,
      context: where[house[4] ?? 0] || street.context,
      lat: house[1],
      lng: house[2],
      rank: street.rank + bonus,
      approximate,
    }
  })

interface Pick {
  readonly house: House
  readonly label: string
  readonly bonus: number
  readonly approximate: boolean
}

const shown = (house: House): string => house[3] || String(house[0])

const pick = (houses: readonly House[], asked: AskedHouse): Pick | undefined => {
  const exact = (house: House, bonus = EXACT_BONUS): Pick => ({
    house,
    label: shown(house),
    bonus,
    approximate: house[5] === 1,
  })
  const label = compact(asked.label)
  const hasParts = !isSimple(label) && asked.to === undefined
  const sameNumber = houses.filter((house) => house[0] === asked.number)
  const same =
    sameNumber.find((house) => compact(shown(house)) === label) ??
    houses.find((house) => asked.to === undefined && !hasParts && covers(house, asked.number))
  if (same) return exact(same)
  const ofNumber =
    sameNumber.find((house) => !house[3]) ??
    // "16" is "705/16" rather than "16/44" where both are stored by it.
    sameNumber.find((house) => compact(shown(house)).endsWith(`/${label}`)) ??
    sameNumber[0]
  // "71-5" is another house than "71-21", and "12" another one than "12/1".
  if (ofNumber && (hasParts || (asked.to !== undefined && !isSimple(compact(shown(ofNumber))))))
    return { ...exact(ofNumber, NEAREST_BONUS), approximate: true }
  if (ofNumber) return exact(ofNumber, asked.label === String(asked.number) ? EXACT_BONUS : EXACT_BONUS - 0.03)
  if (asked.to !== undefined) {
    const inRange = houses.find(
      (house) => house[0] > asked.number && house[0] <= asked.to! && isSimple(compact(shown(house))),
    )
    if (inRange) return exact(inRange, EXACT_BONUS - 0.03)
  }
  return estimated(houses, asked) ?? nearestNumber(houses, asked.number)
}

/** "34 A", "34a" and "34/A" are the same label. */
const compact = (label: string): string =>
  label
    .replaceAll('–', '-')
    .split(/([-/])/)
    .map((part, i) => (i % 2 === 1 ? part : plain(part).replaceAll(' ', '')))
    .join('')
    .replaceAll(/(?<!\p{L})[-/](?=\p{L})/gu, '')

/** A number with or without letters, in the form of `compact`. */
const isSimple = (label: string): boolean => /^\d+\p{L}*$/u.test(label)

/** "12-16" has the numbers 12, 14 and 16. */
const covers = (house: House, number: number): boolean => {
  const range = /^(\d+)\s*[-–]\s*(\d+)$/.exec(plainDigits(house[3] ?? ''))
  if (!range) return false
  const [from, to] = [Number(range[1]), Number(range[2])]
  return number >= from && number <= to && ((number - from) % 2 === 0 || (to - from) % 2 === 1)
}

/** The spot between the next lower and the next higher number of the same side. */
const estimated = (houses: readonly House[], { number, label }: AskedHouse): Pick | undefined => {
  let low: House | undefined
  let high: House | undefined
  for (const house of houses) {
    if ((house[0] - number) % 2 !== 0) continue
    if (house[0] < number) low = house
    else if (house[0] > number) {
      high = house
      break
    }
  }
  if (!low || !high || high[0] - low[0] > WIDEST_GAP) return undefined
  if (metresBetween(low[1], low[2], high[1], high[2]) > LONGEST_GAP) return undefined
  const share = (number - low[0]) / (high[0] - low[0])
  const between = (a: number, b: number): number => Math.round(a + share * (b - a))
  const house: House = [number, between(low[1], high[1]), between(low[2], high[2]), '', low[4] ?? 0]
  return { house, label, bonus: ESTIMATED_BONUS, approximate: true }
}

/** The nearest number, preferably on the same side of the street. */
const nearestNumber = (houses: readonly House[], wanted: number): Pick | undefined => {
  let best: House | undefined
  let bestCost = Infinity
  for (const house of houses) {
    const off = Math.abs(house[0] - wanted)
    if (off > NEAREST) continue
    const cost = off + (off % 2 === 0 ? 0 : 10) + (house[3] ? 0.5 : 0)
    if (cost >= bestCost) continue
    best = house
    bestCost = cost
  }
  return best && { house: best, label: shown(best), bonus: NEAREST_BONUS, approximate: true }
}
