import { longForms } from './short-forms.ts'

/**
 * Marks that are dropped: those of Latin, Greek and Cyrillic, the vowels of Hebrew and Arabic. Elsewhere marks are
 * letters. The maqaf, which joins Hebrew words like a hyphen, is no mark.
 */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g

/** Letters that have no decomposition, and letters of Arabic that are written for each other. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ى: 'ي', ی: 'ي', ة: 'ه', ک: 'ك', ٱ: 'ا',
} // prettier-ignore
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/** Scripts written without spaces; their words are pairs of letters. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'gu')
export const isUnspaced = (text: string): boolean => text.search(UNSPACED_RUN) >= 0

/** In short forms between the last two letters: צה״ל, typed with any of these. The geresh ends a short form. */
const GERSHAYIM = /(?<=\p{Script=Hebrew})(?:[\u05f4"”“]|'')(?=\p{Script=Hebrew})|\u05f3/gu

/** First digits of the scripts that have digits besides 0 to 9. */
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0xff10,
]

/**
 * Lower case, without marks and punctuation, single spaces; short forms unchanged. Digits of all scripts are 0 to 9.
 * Chinese, Japanese and Thai are written without spaces: each pair of neighbouring letters counts as a word.
 */
export const plain = (text: string): string =>
  folded(text)
    // "Av.Italia" and "E.Leclerc" are two words, "S.A." is one.
    .replaceAll(/(?<=\p{L})\.(?=\p{L}{2})|(?<=\p{L}{2})\.(?=\p{L})/gu, ' ')
    .replaceAll(GERSHAYIM, '')
    .replaceAll(/['’`´.]/g, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .replaceAll(/(?<!\S)ال(?=\p{L}{3})/gu, '')
    .replaceAll(UNSPACED_RUN, pairs)
    .replaceAll(/ {2,}/g, ' ')
    .trim()

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(MARKS, '')
    .replaceAll(SPECIAL, (letter) => LETTERS[letter]!)
    .replaceAll(/\p{Nd}/gu, digit)

/** Digits of other scripts as 0 to 9; the text is otherwise unchanged. */
export const plainDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, digit)

const digit = (given: string): string => {
  const code = given.codePointAt(0)!
  const zero = code < 0x80 ? undefined : ZEROS.find((first) => code >= first && code <= first + 9)
  return zero === undefined ? given : String(code - zero)
}

const pairs = (run: string): string => {
  const letters = Array.from(run)
  if (letters.length < 3) return ` ${run} `
  return ` ${letters.slice(1).map((letter, i) => letters[i]! + letter).join(' ')} ` // prettier-ignore
}

/** `plain` with every short form written out, in its first meaning. */
export const normalise = (text: string): string =>
  // The dot ends a short form ("Av.Italia"): take it for a space before it is dropped.
  plain(text.replaceAll('.', '. '))
    .split(' ')
    .map((word) => longForms(word)[0] ?? word)
    .join(' ')

/** Second parts of German, Dutch and Nordic compounds: "Bahnhofstrasse" is also found as "Bahnhof Strasse". */
const COMPOUND = /^(.{3,}?)(strasse|gasse|gass|weg|platz|allee|straat|laan|plein|gatan|gata|vagen|vegen|gade|vej|utca)$/

/** The words by which a name is found: as written, in their long forms, compounds in parts, and neighbours joined. */
export const findableWords = (name: string): string[] => {
  const words = plain(name.replaceAll('.', '. ')).split(' ').filter(Boolean)
  const found = new Set<string>()
  for (const word of words) {
    for (const form of [word, ...longForms(word)]) {
      found.add(form)
      const parts = COMPOUND.exec(form)
      if (parts) found.add(parts[1]!).add(parts[2]!)
    }
  }
  for (let i = 1; i < words.length; i++) {
    const [a, b] = [words[i - 1]!, words[i]!]
    if (a.length > 2 && b.length > 2 && !isUnspaced(a)) found.add(a + (longForms(b)[0] ?? b))
  }
  return [...found]
}

/** A postcode as it is compared: "4000-442" and "SW1A 1AA" without separators. */
export const postcodeKey = (code: string): string => folded(code).replaceAll(/[^\p{L}\p{N}]/gu, '')
