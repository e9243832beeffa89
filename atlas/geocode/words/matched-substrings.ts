import { isUnspaced, plain } from './normalise.ts'
import { longForms } from './short-forms.ts'
import { queryWordScore } from './text-score.ts'

/**
 * The parts of a text that match the typed words, in UTF-16 units of the text. A begun word is marked
 * as far as it was typed, a misspelt one as a whole.
 */
export const matchedSubstrings = (text: string, query: readonly string[]): { offset: number; length: number }[] => {
  const found: { offset: number; length: number }[] = []
  for (const match of text.matchAll(/(?:[\p{L}\p{N}\p{M}]|(?<=\p{Script=Hebrew})[״"](?=\p{Script=Hebrew}))+/gu)) {
    if (isUnspaced(match[0])) {
      found.push(...unspacedParts(match[0], query).map((part) => ({ ...part, offset: part.offset + match.index })))
      continue
    }
    const word = plain(match[0])
    let length = 0
    for (const wanted of query) {
      if (wanted === word || longForms(wanted).includes(word)) length = match[0].length
      else if (word.startsWith(wanted)) length = Math.max(length, writtenLength(match[0], wanted.length))
      else if (queryWordScore(wanted, word) >= 0.65) length = match[0].length
    }
    if (length > 0) found.push({ offset: match.index, length })
  }
  return found
}

/** The runs of letters that occur in a pair of the query, in a text without spaces. */
const unspacedParts = (text: string, query: readonly string[]): { offset: number; length: number }[] => {
  const marked = new Uint8Array(text.length)
  for (const pair of query) {
    for (let at = text.indexOf(pair); pair !== '' && at >= 0; at = text.indexOf(pair, at + 1))
      marked.fill(1, at, at + pair.length)
  }
  const parts: { offset: number; length: number }[] = []
  for (let i = 0; i < text.length; i++) {
    if (!marked[i]) continue
    if (i > 0 && marked[i - 1]) parts.at(-1)!.length++
    else parts.push({ offset: i, length: 1 })
  }
  return parts
}

/**
 * The number of UTF-16 units of the written word that make `letters` letters without marks ("ñ" has one or two units).
 */
const writtenLength = (written: string, letters: number): number => {
  let end = 0
  for (const letter of written) {
    end += letter.length
    if (plain(written.slice(0, end)).length >= letters) break
  }
  while (end < written.length && /\p{M}/u.test(written[end]!)) end++
  return end
}
