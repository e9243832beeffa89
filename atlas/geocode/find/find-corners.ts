import type { Sql } from '../../sql.ts'
import type { Ranked } from './find-places.ts'

export interface FoundCorner {
  readonly a: Ranked
  readonly b: Ranked
  readonly context: string
  readonly lat: number
  readonly lng: number
  readonly rank: number
}

const STREETS = 12
const BONUS = 0.4

/** Corners of the streets that match the two halves of a query, best first. */
export const findCorners = async (
  sql: Sql,
  load: string,
  a: readonly Ranked[],
  b: readonly Ranked[],
): Promise<FoundCorner[]> => {
  const [first, second] = [a.slice(0, STREETS), b.slice(0, STREETS)]
  if (first.length === 0 || second.length === 0) return []
  const { rows } = await sql.query<{ a: number; b: number; lat: number; lng: number; context: string }>(
    `select a, b, lat, lng, context from geo.corner where load_id = $1
     and ((a = any($2::int[]) and b = any($3::int[])) or (a = any($3::int[]) and b = any($2::int[])))`,
    [load, first.map((street) => street.id), second.map((street) => street.id)],
  )
  return rows
    .map((row) => {
      const straight = pair(first, second, row.a, row.b)
      const swapped = pair(first, second, row.b, row.a)
      const best = !swapped || (straight && straight.rank >= swapped.rank) ? straight! : swapped
      return { ...best, lat: row.lat, lng: row.lng, context: row.context }
    })
    .sort((x, y) => y.rank - x.rank)
}

const pair = (
  first: readonly Ranked[],
  second: readonly Ranked[],
  a: number,
  b: number,
): { a: Ranked; b: Ranked; rank: number } | undefined => {
  const one = first.find((street) => street.id === a)
  const other = second.find((street) => street.id === b)
  return one && other ? { a: one, b: other, rank: (one.rank + other.rank) / 2 + BONUS } : undefined
}
