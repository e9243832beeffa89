import type { Sql } from '../sql.ts'
import { isWeak, longForm, normalise } from './normalise.ts'
import { textScore } from './text-score.ts'

export interface Near {
  readonly lat: number
  readonly lng: number
}

export interface PlaceRow {
  readonly id: number
  readonly kind: 'street' | 'poi' | 'area'
  readonly name: string
  readonly more: readonly string[]
  /** Degrees × 1e7 */
  readonly lat: number
  readonly lng: number
  readonly importance: number
  readonly context: string
}

export interface Options {
  readonly near?: Near | undefined
  readonly streetsOnly?: boolean
  /** also finds similar spellings, at ten times the work */
  readonly similar?: boolean
}

export interface Ranked extends PlaceRow {
  readonly text: number
  readonly rank: number
}

// Weights of the ranking, tuned on the queries in the test of the embedded maps provider.
const BY_IMPORTANCE = 0.28
const PER_KM = 0.012
const FARTHEST_KM = 25
const STREET = 0.05
/** A hit must match at least this share of the words. */
const LEAST_TEXT = 0.5

const PER_QUERY = 60

const KM_PER_STEP = 1.11195e-5

const COLUMNS = 'p.id, p.kind, p.name, p.more, p.lat, p.lng, p.importance, p.context'

/** Places with names that match the words, best first: by beginnings of words and optionally by similar spelling (trigrams). */
export const findPlaces = async (
  sql: Sql,
  load: string,
  words: readonly string[],
  options: Options = {},
): Promise<Ranked[]> => {
  if (words.length === 0) return []
  const near = options.near
  const streets = options.streetsOnly ? `and p.kind = 'street'` : ''
  const begun = await sql.query<PlaceRow>(
    `select ${COLUMNS} from geo.place p where p.load_id = $1 and p.lexemes @@ $2::tsquery ${streets}
     order by p.importance - coalesce(0.05 * least(25, sqrt(power((p.lat - $3::int) * 1.11195e-5, 2) + power((p.lng - $4::int) * 1.11195e-5 * cosd(p.lat / 1e7), 2))), 0) desc
     limit ${PER_QUERY}`,
    [load, tsquery(words), near ? Math.round(near.lat * 1e7) : null, near ? Math.round(near.lng * 1e7) : null],
  )
  const rows = new Map(begun.rows.map((row) => [row.id, row]))
  if (options.similar && words.join('').length >= 4) {
    const similar = await sql.query<PlaceRow>(
      `select ${COLUMNS} from geo.similar_places($1, $2, ${PER_QUERY}) s join geo.place p on p.load_id = $1 and p.id = s.id
       where true ${streets}`,
      [load, spaced(normalise(strongOf(words).join(' ')))],
    )
    for (const row of similar.rows) rows.set(row.id, row)
  }
  return [...rows.values()]
    .map((row) => rankedBy(words, row, near))
    .filter(({ text }) => text >= LEAST_TEXT)
    .sort((a, b) => b.rank - a.rank || a.id - b.id)
}

/** "18dejulio" → "18 dejulio": in names the number is a separate word. */
const spaced = (text: string): string => text.replaceAll(/(\d)(?=\p{L})/gu, '$1 ')

/** The words that are not weak; all of them when all are weak. */
const strongOf = (words: readonly string[]): readonly string[] => {
  const strong = words.filter((word) => !isWeak(longForm(word) ?? word))
  return strong.length > 0 ? strong : words
}

/** Every strong word must begin a word of the name; a short form matches as written or in its long form. */
const tsquery = (words: readonly string[]): string =>
  strongOf(words)
    .map((word) => {
      const long = longForm(word)
      // `plain` leaves only letters and digits, so quoting is safe.
      return long === undefined ? `'${word}':*` : `('${word}':* | '${long}':*)`
    })
    .join(' & ')

const rankedBy = (words: readonly string[], row: PlaceRow, near: Near | undefined): Ranked => {
  const others = row.more.map((name) => 0.95 * textScore(words, name))
  const text = Math.max(textScore(words, row.name), ...others)
  const km = near ? kmBetween(row, near) : 0
  const rank =
    text + BY_IMPORTANCE * row.importance - PER_KM * Math.min(FARTHEST_KM, km) + (row.kind === 'street' ? STREET : 0)
  return { ...row, text, rank }
}

const kmBetween = (row: { lat: number; lng: number }, near: Near): number => {
  const dy = (row.lat - near.lat * 1e7) * KM_PER_STEP
  const dx = (row.lng - near.lng * 1e7) * KM_PER_STEP * Math.cos((near.lat * Math.PI) / 180)
  return Math.hypot(dx, dy)
}
