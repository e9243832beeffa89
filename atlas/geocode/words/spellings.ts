import { edits } from './text-score.ts'

/** Shorter words have too many neighbours. */
const SHORTEST = 3
/** Words from this length on may have two mistakes. */
const LONG = 7

/** A word and all words that remain when one letter is left out: two words with one mistake between them share one. */
export const spellings = (word: string): string[] => [word, ...(word.length < SHORTEST ? [] : withoutOne(word))]

/** What a typed word is looked up by; a long one also with two letters left out. */
export const typedSpellings = (word: string): string[] => {
  const one = spellings(word)
  return word.length < LONG ? one : [...new Set([...one, ...one.slice(1).flatMap(withoutOne)])]
}

const withoutOne = (word: string): string[] => {
  const found = new Set<string>()
  for (let i = 0; i < word.length; i++) found.add(word.slice(0, i) + word.slice(i + 1))
  return [...found]
}

/** True when the words differ by so few letters that one may be the other misspelt. */
export const mayMean = (typed: string, word: string): boolean => {
  const most = typed.length < LONG ? 1 : 2
  return typed.length >= SHORTEST && Math.abs(typed.length - word.length) <= most && edits(typed, word) <= most
}
