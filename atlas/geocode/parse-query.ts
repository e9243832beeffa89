import { plain } from './normalise.ts'

/** The possible readings of a typed text; all are searched and the best result wins. */
export interface ParsedQuery {
  readonly words: readonly string[]
  /** "18 de julio 1234": a street and a number. */
  readonly house: { readonly words: readonly string[]; readonly number: number } | undefined
  /** "18 de julio y ejido": every way to split at a joining word. */
  readonly corners: readonly { readonly a: readonly string[]; readonly b: readonly string[] }[]
}

const MOST_WORDS = 12
const MOST_SPLITS = 3
const JOINERS = new Set(['y', 'e', 'esq', 'esquina', 'and', 'con', 'com', 'und'])

export const parseQuery = (keyword: string): ParsedQuery => {
  const words = plain(keyword.slice(0, 200).replaceAll(/[&/+]/g, ' y ')).split(' ').filter(Boolean).slice(0, MOST_WORDS)
  return { words: withoutTrailingJoiner(words), house: houseIn(words), corners: cornersIn(words) }
}

const withoutTrailingJoiner = (words: readonly string[]): readonly string[] =>
  words.length > 1 && JOINERS.has(words.at(-1)!) ? words.slice(0, -1) : words

/** The last number that is not the first word and not the day in "18 de julio"; else a number in front ("1234 colonia"). */
const houseIn = (words: readonly string[]): ParsedQuery['house'] => {
  const isNumber = (i: number): boolean => /^\d{1,6}$/.test(words[i]!) && words[i + 1] !== 'de'
  let at = words.findLastIndex((_, i) => i > 0 && isNumber(i))
  if (at === -1 && words.length > 1 && isNumber(0)) at = 0
  if (at === -1) return undefined
  const rest = words.filter((word, i) => i !== at && !(i > at && /^(bis|apto|ap|of)$/.test(word)))
  return rest.length > 0 ? { words: rest, number: Number(words[at]) } : undefined
}

const cornersIn = (words: readonly string[]): ParsedQuery['corners'] =>
  words
    .flatMap((word, i) => (JOINERS.has(word) && i > 0 && i < words.length - 1 ? [i] : []))
    .slice(0, MOST_SPLITS)
    .map((i) => ({
      a: words.slice(0, i),
      // "y esquina": a second joiner belongs to the first.
      b: JOINERS.has(words[i + 1]!) && i + 2 < words.length ? words.slice(i + 2) : words.slice(i + 1),
    }))
