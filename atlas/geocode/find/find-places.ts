import type { Sql } from '../../sql.ts'
import type { GeoPlace } from '../gazetteer.ts'
import { lexemesOfLoad } from '../lexemes-of-load.ts'
import { isUnspaced, normalise, plain } from '../words/normalise.ts'
import type { Reading } from '../words/parse-query.ts'
import { remembering } from '../words/remembering.ts'
import { isWeakInAnyForm, longForms } from '../words/short-forms.ts'
import { aroundScore, textScore } from '../words/text-score.ts'

export interface Near {
  readonly lat: number
  readonly lng: number
}

/** A place as stored. Degrees × 1e7. */
export interface PlaceRow extends Omit<GeoPlace, 'meets'> {
  /** All names as `normalise` leaves them, with ' | ' between them. */
  readonly find: string
}

export interface Ranked extends PlaceRow {
  readonly text: number
  readonly rank: number
}

/** What to look for: a reading of the query, whether streets only, and other spellings of its words. */
export interface Lookup {
  readonly reading: Pick<Reading, 'words' | 'categories' | 'around' | 'aside' | 'penalty' | 'later'>
  readonly streetsOnly?: boolean
}

export interface SearchOptions {
  readonly near?: Near | undefined
  /** The centre of the map decides between equal places where there is no point nearby. */
  readonly center?: Near
  /** Words of the map that a typed word may mean, by typed word. */
  readonly meanings?: ReadonlyMap<string, readonly string[]>
  /** Short begun words find places of any importance, not only the important ones. */
  readonly wide?: boolean
  /** Words that name the region as a whole. */
  readonly neutral?: ReadonlySet<string>
}

// Weights of the ranking, tuned on the query lists of the tests.
const BY_IMPORTANCE = 0.28
const PER_KM = 0.012
const FARTHEST_KM = 25
/** Among equal names the nearest is preferred. */
const CLOSE = 0.12
const CLOSE_KM = 1.5
/** How much of it counts towards the centre of the map [design/maps-122]. */
const OF_CENTER = 0.05
const BY_KIND: Readonly<Record<PlaceRow['kind'], number>> = { street: 0.05, area: 0.08, poi: 0 }
/** A hit must match at least this share of the words. */
const LEAST_TEXT = 0.6
const BY_AROUND = 0.2
/** A place of the name that the line begins with, in surroundings that have the whole rest of the line. */
const CONFIRMED = 0.4
const ALL_FOUND = 0.9
/** From this text score on the place has the name that was typed. */
export const SAME_NAME = 1.2
/** A word of the rest of the line counts as found from this score on. */
const AROUND_FOUND = 0.7

const PER_QUERY = 80
/** Shorter names share most of their trigrams with too many others. */
const SHORTEST_SIMILAR = 4

const KM_PER_STEP = 1.11195e-5

const COLUMNS = 'p.id, p.kind, p.name, p.more, p.lat, p.lng, p.importance, p.context, p.around, p.categories, p.find'

/** The limit keeps the planner from a hash join, which reads the whole table: it expects more hits than there are. */
const ROW_OF_HIT = 'cross join lateral (select * from geo.place where load_id = $1 and id = s.id limit 1) p'

/**
 * All lookups in one round trip. $1 load, $2 tsqueries, $3 names, $4 surroundings, $5 streets only, $6 and $7 the point
 * nearby.
 */
const SEARCH = `select q.i::int - 1 as lookup, ${COLUMNS}
  from unnest($2::text[], $3::text[], $4::text[], $5::bool[]) with ordinality as q(query, name, places, streets, i)
  cross join lateral geo.search_places($1, q.query::tsquery, q.name, q.places, q.streets, $6::int, $7::int, ${PER_QUERY}) s
  ${ROW_OF_HIT}`

/** For each lookup the places that match it, best first. */
export const findPlaces = async (
  sql: Sql,
  load: string,
  lookups: readonly Lookup[],
  options: SearchOptions,
): Promise<Ranked[][]> => {
  const asked = lookups.map(({ reading }) => tsquery(reading, options))
  const usable = asked.flatMap((query, i) => (query === '' ? [] : [i]))
  if (usable.length === 0) return lookups.map(() => [])
  const { near } = options
  const { rows } = await sql.query<PlaceRow & { lookup: number }>(SEARCH, [
    load,
    usable.map((i) => lexemesOfLoad(load, asked[i]!)),
    usable.map((i) => normalise(lookups[i]!.reading.words.join(' '))),
    usable.map((i) => lexemesOfLoad(load, placesQuery(lookups[i]!.reading.around, options))),
    usable.map((i) => lookups[i]!.streetsOnly ?? false),
    near ? Math.round(near.lat * 1e7) : null,
    near ? Math.round(near.lng * 1e7) : null,
  ])
  const found: PlaceRow[][] = lookups.map(() => [])
  for (const { lookup, ...row } of rows) found[usable[lookup]!]!.push(row)
  return found.map((list, i) => ranked(lookups[i]!.reading, list, options))
}

/** Places with a similar spelling of the whole name, by trigrams: ten times the work of a search by words. */
export const findSimilar = async (
  sql: Sql,
  load: string,
  lookup: Lookup,
  options: SearchOptions,
): Promise<Ranked[]> => {
  const { words } = lookup.reading
  const name = strongOf(words).join(' ')
  if (isBrief(words) || name.length < SHORTEST_SIMILAR) return []
  const { rows } = await sql.query<PlaceRow>(
    `select ${COLUMNS} from geo.similar_places($1, $2, ${PER_QUERY}) s ${ROW_OF_HIT}
     where true ${lookup.streetsOnly ? `and p.kind = 'street'` : ''}`,
    [load, spaced(normalise(name))],
  )
  return ranked(lookup.reading, rows, options)
}

const ranked = (reading: Lookup['reading'], rows: readonly PlaceRow[], options: SearchOptions): Ranked[] =>
  rows
    .map((row) => rankedBy(reading, row, options))
    .filter(({ text }) => text >= LEAST_TEXT)
    .sort((a, b) => b.rank - a.rank || a.id - b.id)

/** "18dejulio" → "18 dejulio": in names the number is a separate word. */
const spaced = (text: string): string => text.replaceAll(/(\d)(?=\p{L})/gu, '$1 ')

/** The words that are not weak; all of them when all are weak. */
export const strongOf = (words: readonly string[]): readonly string[] => {
  const strong = words.filter((word) => !isWeakInAnyForm(word))
  return strong.length > 0 ? strong : words
}

/**
 * Every strong word must begin a word of the name, or a word of the surroundings when another one is of the name; a
 * phrase for a kind of place matches the kind. '' when there is nothing to look for.
 */
const tsquery = ({ words, categories }: Lookup['reading'], { meanings, wide = false }: SearchOptions): string => {
  const strong = new Set(strongOf(words))
  const kindOf = (i: number): (typeof categories)[number] | undefined =>
    categories.find(({ from, to }) => i >= from && i < to)
  const all: string[] = []
  const named: string[] = []
  words.forEach((word, i) => {
    const kind = kindOf(i)
    if (!strong.has(word) && !kind) return
    // `plain` leaves only letters, digits and marks, so quoting is safe.
    const others = meanings?.get(word)
    // A misspelt short word matches only itself: the many words that begin with it would displace its corrections.
    const forms = [
      others && isShort(word) ? `'${word}'` : `'${word}':*`,
      ...longForms(word).map((form) => `'${form}':*`),
      ...(others ?? []).map((form) => `'${form}'`),
    ]
    if (kind) forms.push(`'#${kind.category}'`)
    named.push(...forms)
    all.push(
      `(${[...forms, ...(strong.size > 1 && word.length > 1 ? [`'@${word}':*`] : []), ...(strong.size > 1 ? (others ?? []).map((form) => `'@${form}'`) : [])].join(' | ')})`,
    )
  })
  if (all.length === 0) return ''
  const query = all.length === 1 ? all[0]! : `${all.join(' & ')} & (${named.join(' | ')})`
  if (wide || categories.length > 0 || !isBrief(words)) return query
  const exact = [...strong].filter((word) => !isWeakInAnyForm(word)).map((word) => ` | '${word}'`)
  return `(${query}) & '!'${exact.join('')}`
}

/** A word of 3 or 4 letters: too many words begin with it for the hits to show a typing mistake. */
export const isShort = (word: string): boolean => /^\p{L}[\p{L}\p{M}]{2,3}$/u.test(word) && !isUnspaced(word)

/** Words that begin a large part of all names: kinds of streets, and one or two letters. */
export const isBrief = (words: readonly string[]): boolean =>
  words.every((word) => isWeakInAnyForm(word) || (/^\p{L}{1,2}$/u.test(word) && !isUnspaced(word)))

/**
 * The words of the surroundings as tsqueries with ' & ' between them: of many streets of one name those are read first.
 */
const placesQuery = (around: readonly string[], { meanings, neutral }: SearchOptions): string =>
  around
    .filter((word) => !neutral?.has(word))
    .map((word) => [`'@${word}':*`, ...(meanings?.get(word) ?? []).map((form) => `'@${form}'`)].join(' | '))
    .join(' & ')

const rankedBy = (reading: Lookup['reading'], row: PlaceRow, { near, center, neutral }: SearchOptions): Ranked => {
  const [name = '', ...more] = row.find.split(' | ')
  const { categories } = row
  const others = more.map((other) => 0.95 * textScore(reading, { name: other, around: row.around, categories }))
  // Words of another name may be mixed with words of the name: "Aeropuerto de Carrasco (MVD)".
  const around = [...row.around, ...more.flatMap((other) => other.split(' ')), ...contextWords(row)]
  let text = Math.max(textScore(reading, { name, around, categories }), ...others)
  let confirmed = 0
  if (text > 0 && reading.around.length > 0) {
    const share = aroundShare(reading, row, neutral)
    if (!reading.later && text >= SAME_NAME && share >= ALL_FOUND) confirmed = CONFIRMED
    text += share < 0 ? share : BY_AROUND * (share - 0.5)
  }
  const nearness = near ? nearnessOf(row, near) : center ? OF_CENTER * nearnessOf(row, center) : 0
  const rank = text + BY_IMPORTANCE * row.importance + nearness + BY_KIND[row.kind] + confirmed - reading.penalty
  return { ...row, text, rank }
}

/**
 * How much of the rest of the line the surroundings have, 0 to 1. -1 for a place with known surroundings that have none
 * of the words: it is in another town than the one asked for; so is one that is named by a later part of the line.
 * Words in brackets may be a note for the driver: they count only where the surroundings have them.
 */
const aroundShare = (
  { around, aside, later }: Lookup['reading'],
  row: PlaceRow,
  neutral: SearchOptions['neutral'],
): number => {
  const words = [...row.around, ...row.find.split(' '), ...contextWords(row)]
  const scoreOf = (word: string): number => {
    const score = neutral?.has(word) ? 1 : aroundScore(word, words)
    return score >= AROUND_FOUND ? score : 0
  }
  const asked = around.filter((word) => !aside.includes(word) || scoreOf(word) > 0)
  if (asked.length === 0) return 0.5
  const scores = asked.map(scoreOf)
  const isName = (word: string): boolean => /^\p{L}{3,}$/u.test(word)
  const known = later || row.around.some((word) => /^\p{L}/u.test(word))
  const contradicted = known && asked.some(isName) && !asked.some((word, i) => isName(word) && scores[i]! > 0)
  return contradicted ? -1 : scores.reduce((sum, score) => sum + score, 0) / asked.length
}

/** The words of what is shown as its surroundings, such as the street that meets it. */
const contextWords = ({ context }: PlaceRow): readonly string[] => wordsOf(context)
const wordsOf = remembering((text): readonly string[] => (text === '' ? [] : plain(text).split(' ')))

const nearnessOf = (row: PlaceRow, near: Near): number => {
  const km = kmBetween(row, near)
  return CLOSE * Math.exp(-km / CLOSE_KM) - PER_KM * Math.min(FARTHEST_KM, km)
}

const kmBetween = (row: { lat: number; lng: number }, near: Near): number => {
  const dy = (row.lat - near.lat * 1e7) * KM_PER_STEP
  const dx = (row.lng - near.lng * 1e7) * KM_PER_STEP * Math.cos((near.lat * Math.PI) / 180)
  return Math.hypot(dx, dy)
}
