import type { Sql } from '../../sql.ts'
import { lexemesOfLoad } from '../lexemes-of-load.ts'
import { mayMean, typedSpellings } from '../words/spellings.ts'
import { edits } from '../words/text-score.ts'
import { isWeak } from '../words/short-forms.ts'

const MOST_MEANINGS = 4
/** Words of up to four letters have more neighbours: "pas" may be "paz", but "paso" and "mas" are more frequent. */
const MOST_OF_SHORT = 8
const SHORT = 4
const PER_WORD = 60

/**
 * For each typed word the words of the map's names that differ from it by one or two letters (a letter missing, added,
 * changed, or two swapped), nearest and most frequent first.
 */
export const meaningsOf = async (sql: Sql, load: string, words: readonly string[]): Promise<Map<string, string[]>> => {
  const asked = [...new Set(words)].filter((word) => /^[^\d]{3,30}$/.test(word) && !isWeak(word))
  if (asked.length === 0) return new Map()
  const { rows } = await sql.query<{ typed: string; word: string; count: number }>(
    `select q.typed, w.word, w.count from unnest($2::text[], $3::text[]) as q(typed, query)
     cross join lateral geo.similar_words($1, q.query::tsquery, ${PER_WORD}) w`,
    // Words have only letters and marks, so quoting is safe.
    [load, asked, asked.map((word) => lexemesOfLoad(load, typedSpellings(word).map((one) => `'${one}'`).join(' | ')))], // prettier-ignore
  )
  const found = new Map<string, { word: string; cost: number }[]>()
  for (const { typed, word, count } of rows) {
    if (word === typed || !mayMean(typed, word)) continue
    found.set(typed, [...(found.get(typed) ?? []), { word, cost: edits(typed, word) - Math.log10(1 + count) / 10 }])
  }
  const most = (typed: string): number => (typed.length > SHORT ? MOST_MEANINGS : MOST_OF_SHORT)
  return new Map([...found].map(([typed, list]) => [typed, list.sort((a, b) => a.cost - b.cost).slice(0, most(typed)).map(({ word }) => word)])) // prettier-ignore
}
