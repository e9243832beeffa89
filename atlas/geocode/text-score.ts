import { isWeak, longForm, normalise } from './normalise.ts'

/** How well a word of the query matches a word of a name, 0 to 1: equal, a beginning, or similar. */
const wordScore = (query: string, word: string): number => {
  if (query === word) return 1
  if (word.startsWith(query)) return 0.92
  if (query.length < 4 || word.length < 3) return 0
  const begun = word.slice(0, query.length)
  const whole = 1 - edits(query, word) / Math.max(query.length, word.length)
  const half = 0.95 * (1 - edits(query, begun) / query.length)
  const best = Math.max(whole, half)
  return best >= 0.6 ? 0.9 * best : 0
}

/** Like `wordScore`; a short form also matches by its long form. */
export const queryWordScore = (query: string, word: string): number => {
  const long = longForm(query)
  return Math.max(wordScore(query, word), long === undefined ? 0 : wordScore(long, word))
}

/**
 * How well a query matches a name, 0 to about 1.35: the share of query words found, a little for how much of the
 * name they cover, and a bonus for an equal, begun or contained name. Joined words ("trescruces") match too.
 */
export const textScore = (query: readonly string[], name: string): number => {
  const target = normalise(name)
  const words = target.split(' ')
  let found = 0
  let weights = 0
  const met = new Set<number>()
  for (const wanted of query) {
    const weight = isWeak(wanted) || isWeak(longForm(wanted) ?? '') ? 0.25 : 1
    let best = 0
    let at = -1
    for (let i = 0; i < words.length; i++) {
      const score = queryWordScore(wanted, words[i]!)
      if (score > best) {
        best = score
        at = i
      }
    }
    found += weight * best
    weights += weight
    if (at >= 0) met.add(at)
  }
  const strong = words.flatMap((word, i) => (isWeak(word) ? [] : [i]))
  const covered = strong.length === 0 ? 1 : strong.filter((i) => met.has(i)).length / strong.length
  const byWords = weights === 0 ? 0 : (found / weights) * (0.8 + 0.2 * covered)
  const joined = Math.max(joinedScore(query, words), joinedScore(query, words.filter((word) => !isWeak(word)))) // prettier-ignore
  return Math.max(byWords, joined) + bonus(normalise(query.join(' ')), target)
}

const bonus = (query: string, target: string): number => {
  if (query === target) return 0.35
  if (query === withoutKind(target)) return 0.3
  if (target.startsWith(query) || withoutKind(target).startsWith(query)) return 0.12
  return target.includes(query) ? 0.1 : 0
}

/** "avenida italia" → "italia" */
const withoutKind = (target: string): string => {
  const words = target.split(' ')
  const first = words.findIndex((word) => !isWeak(word))
  return first > 0 ? words.slice(first).join(' ') : target
}

const joinedScore = (query: readonly string[], words: readonly string[]): number => {
  const one = query.join('')
  if (one.length < 5) return 0
  let best = 0
  for (let i = 0; i < words.length; i++) {
    const rest = words.slice(i).join('')
    if (rest.startsWith(one)) best = Math.max(best, i === 0 ? 0.9 : 0.85)
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
