import type { AskedCategory, Category } from './categories.ts'
import { normalise } from './normalise.ts'
import { remembering } from './remembering.ts'
import { isWeak, isWeakInAnyForm, longForms } from './short-forms.ts'

/** How well a word of the query matches a word of a name, 0 to 1: equal, a beginning, or similar. */
const wordScore = (query: string, word: string): number => {
  if (query === word) return 1
  if (word.startsWith(query)) return 0.92
  if (query.length < 3 || word.length < 3 || /^\d/.test(query)) return 0
  if (query.length === 3) return !isWeak(query) && !isWeak(word) && isOneSlip(query, word) ? ONE_SLIP : 0
  const longest = Math.max(query.length, word.length)
  // Words of different lengths are not worth the comparison.
  const whole = Math.abs(query.length - word.length) > 0.4 * longest ? 0 : 1 - edits(query, word) / longest
  const half = word.length > query.length ? 0.95 * (1 - edits(query, word.slice(0, query.length)) / query.length) : 0
  const best = Math.max(whole, half)
  return best >= 0.6 ? 0.9 * best : 0
}

/** The score of a word of four letters with one wrong; one of three gets the same. */
const ONE_SLIP = 0.675

const isOneSlip = (a: string, b: string): boolean => Math.abs(a.length - b.length) <= 1 && edits(a, b) === 1

/** Scores by query word and word: the places of a town share most of their words. Emptied when it is full. */
const scores = new Map<string, Map<string, number>>()
const MOST_SCORES = 50_000
let kept = 0

/** Like `wordScore`; a short form also matches by its long forms. */
export const queryWordScore = (query: string, word: string): number => {
  const known = scores.get(query)?.get(word)
  if (known !== undefined) return known
  const score = Math.max(wordScore(query, word), ...longForms(query).map((form) => wordScore(form, word)))
  if (++kept > MOST_SCORES) {
    scores.clear()
    kept = 1
  }
  const ofQuery = scores.get(query) ?? new Map<string, number>()
  scores.set(query, ofQuery.set(word, score))
  return score
}

export interface Asked {
  readonly words: readonly string[]
  readonly categories: readonly AskedCategory[]
}

export interface Answer {
  /** As `normalise` leaves it. */
  readonly name: string
  /** Words of its surroundings: district, town, postcode. */
  readonly around: readonly string[]
  readonly categories: readonly Category[]
}

const WEAK_WEIGHT = 0.25
/** A word that the surroundings have counts less than one of the name. */
const AROUND = 0.8
/** A word this similar is the same word misspelt. */
const SIMILAR = 0.67
/**
 * A place of the asked kind when nothing else is asked for: above a street named after the kind ("Camino al
 * Aeropuerto").
 */
const ONLY_KIND = 1.32
const KIND_AND_NAME = 0.1
const BY_KIND = 0.9

/**
 * How well a query matches a place, 0 to about 1.4: the share of query words found, a little for how much of the name
 * they cover, and a bonus for an equal, begun or contained name. Joined words ("trescruces") match too. Words of the
 * surroundings may be among them, but at least one is of the name or its kind. 0 when a word is found nowhere.
 */
export const textScore = (
  { words: query, categories: asked }: Asked,
  { name: target, around, categories }: Answer,
): number => {
  const words = target.split(' ')
  const kinds = asked.filter(({ category }) => categories.includes(category))
  const ofName: string[] = []
  const met = new Set<number>()
  const explained = new Set<number>()
  let found = 0
  let weights = 0
  let exact = 0
  // A word of the surroundings came first: "punta … este" is not a name that begins with "Este" at Punta Rieles.
  let begunLater = false
  let missing = false
  let byName = false
  query.forEach((wanted, k) => {
    const isKind = kinds.some(({ from, to }) => k >= from && k < to)
    const weight = isWeakInAnyForm(wanted) ? WEAK_WEIGHT : 1
    let best = 0
    let at = -1
    for (let i = 0; i < words.length; i++) {
      const score = queryWordScore(wanted, words[i]!)
      if (score > best) {
        best = score
        at = i
      }
      // "Feldkircherstrasse" for "Feldkircher Strasse".
      if (i > 0 && wanted.length > 7 && !wanted.startsWith(words[i]!)) {
        const joined = 0.98 * queryWordScore(wanted, words[i - 1]! + words[i]!)
        if (joined > best && joined >= SIMILAR) {
          best = joined
          at = i - 1
          met.add(i)
        }
      }
    }
    weights += weight
    const outside = best < 0.9 ? aroundScore(wanted, around) * AROUND : 0
    if (isKind && best < BY_KIND) found += weight * BY_KIND
    else if (outside > best) {
      found += weight * outside
      begunLater ||= exact === 0
      if (outside >= BY_KIND * AROUND) explained.add(k)
      else if (outside < SIMILAR * AROUND && weight === 1) missing = true
      return
    } else {
      found += weight * best
      if (best < SIMILAR && weight === 1) missing = true
      if (at >= 0) met.add(at)
      if (best >= BY_KIND) explained.add(k)
      if (best === 1) exact++
      // A misspelt word counts as the one it means.
      ofName.push(best >= SIMILAR && best < BY_KIND ? words[at]! : wanted)
    }
    if (weight === 1) byName = true
  })
  const strong = words.flatMap((word, i) => (isWeak(word) ? [] : [i]))
  const covered = strong.length === 0 ? 1 : strong.filter((i) => met.has(i)).length / strong.length
  const allWeak = query.every(isWeakInAnyForm)
  const byWords =
    weights === 0 ||
    missing ||
    (begunLater && kinds.length === 0 && ofName.every((word) => word.length < 5)) ||
    !(byName || allWeak)
      ? 0
      : (found / weights) * (0.8 + 0.2 * covered)
  const joined = byWords >= MOST_JOINED ? 0 : Math.max(joinedScore(query, words), joinedScore(query, words.filter((word) => !isWeak(word)))) // prettier-ignore
  const text = Math.max(byWords, joined)
  if (text === 0) return 0
  const onlyKind = kinds.some(({ from, to }) =>
    query.every((word, k) => (k >= from && k < to) || isWeakInAnyForm(word) || explained.has(k)),
  )
  return Math.max(
    text + bonus(normalised(ofName.join(' ')), target),
    onlyKind ? ONLY_KIND + (exact > 0 ? KIND_AND_NAME : 0) : 0,
  )
}

/** The words of a query are the same for every place it is compared with. */
const normalised = remembering(normalise)

/** How well the best of the surroundings' words matches. */
export const aroundScore = (wanted: string, around: readonly string[]): number => {
  let best = 0
  for (const word of around) best = Math.max(best, queryWordScore(wanted, word))
  return best
}

/** For an equal name of several words, which is unlikely to mean another place. */
const EQUAL_WORDS = 0.55

const bonus = (query: string, target: string): number => {
  if (query === '') return 0
  if (query === target) return query.includes(' ') ? EQUAL_WORDS : 0.35
  const core = withoutKind(target)
  if (query === core) return 0.3
  if (withoutKind(query) === core) return 0.28
  if (target.startsWith(query) || core.startsWith(query)) return 0.12
  return target.includes(query) ? 0.1 : 0
}

/** "avenida italia" → "italia" */
export const withoutKind = (target: string): string => {
  const words = target.split(' ')
  const first = words.findIndex((word) => !isWeak(word))
  return first > 0 ? words.slice(first).join(' ') : target
}

/** The highest score of joined words. */
const MOST_JOINED = 0.9
/** Longer queries are not words that belong together, and cost the square of their length to compare. */
const LONGEST_JOINED = 24

const joinedScore = (query: readonly string[], words: readonly string[]): number => {
  const one = query.join('')
  if (one.length < 5 || one.length > LONGEST_JOINED) return 0
  let best = 0
  for (let i = 0; i < words.length; i++) {
    const rest = words.slice(i).join('')
    if (rest.startsWith(one)) best = Math.max(best, i === 0 ? MOST_JOINED : 0.85)
    else if (rest.length >= one.length - 1) {
      const close = 1 - edits(one, rest.slice(0, one.length)) / one.length
      if (close >= 0.75) best = Math.max(best, 0.8 * close)
    }
  }
  return best
}

/** Damerau-Levenshtein distance with neighbouring swaps (optimal string alignment). */
export const edits = (a: string, b: string): number => {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
    }
    before = last
    last = row
  }
  return last[b.length]!
}
