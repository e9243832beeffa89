import { askedCategories } from './categories.ts'
import { isCornerNote, isNote, skipFlat, UNSPACED_FLAT } from './flats-and-notes.ts'
import { plain, plainDigits, postcodeKey } from './normalise.ts'
import { isWeakInAnyForm } from './short-forms.ts'
import type { Asked } from './text-score.ts'

/** A house number as typed: "34", "34a", "34 A", "12-16", "12/A", "12к3" or "71-21" [design/maps-125]. */
export interface AskedHouse {
  readonly number: number
  /** As typed, in lower case without spaces: "34a", "12-16", "12/a". */
  readonly label: string
  /** The end of a range. */
  readonly to?: number
}

/** One way to read a typed text. All readings are searched and the best result wins. */
export interface Reading extends Asked {
  /**
   * Words of other parts of an address line: they raise the rank, and a place that contradicts all of them is left out.
   */
  readonly around: readonly string[]
  /** Those of `around` that are in brackets: they count only where they are found. */
  readonly aside: readonly string[]
  readonly house: AskedHouse | undefined
  /** Subtracted from the rank: a reading that leaves a word out, or takes a later part for the name, is less likely. */
  readonly penalty: number
  /** The name is not in the first part of the line. */
  readonly later: boolean
}

export interface CornerReading {
  readonly a: readonly string[]
  readonly b: readonly string[]
  readonly around: readonly string[]
}

export interface ParsedQuery {
  readonly words: readonly string[]
  readonly readings: readonly Reading[]
  /** "18 de julio y ejido": every way to split at a joining word. */
  readonly corners: readonly CornerReading[]
}

const MOST_WORDS = 14
const MOST_SPLITS = 3
const MOST_READINGS = 8
const WITHOUT_REGION = 0.2
const LATER_PART = 0.08

/** Words between the two streets of a corner, in the languages of the app and their neighbours. */
const JOINERS = new Set(
  'y e i et und and con com esq esquina ecke hoek angolo angle canto corner coin и угол ve kosesi و زاويه और dan amb rog eck at joined'
    .split(' ')
    .map((word) => plain(word)),
)
const JOINED = 'joined'
const AFTER_NUMBER = /^(bis|ter|quater|[abcfgh])$/
const NUMBER_SIGN = /^(?:n[º°ro]\.?|nr\.?|no\.?|num\.?|№|#|дом|д\.):?$/i
/**
 * The number and what belongs to it: letters, "bis", "ter" and "quater", and numbers behind a separator or a letter.
 * "1st" is no house number.
 */
const NUMBER =
  /^(?:(?:n[º°ro]?\.?|nr\.?|no\.?|num\.?|№|#|дом|д\.):?)?(?!\S*\p{L}{2})(\d{1,6})((?:[-–/]?\p{L}\d{0,4}|[-–/]\d{1,6}){0,3})$|^(\d{1,6})[-–/]?(bis|ter|quater)$/iu
const RANGE = /^\p{L}?[-–](\d{1,6})\p{L}?$/u
/** A dash with spaces inside a house number. In "45 - 4050-036 Porto" it stands before the postcode. */
const SPACED_DASH = /(?<=\d)\s*[-–]\s*(?=\d+(?![-–\d]))|(?<=\d\p{L})\s*[-–]\s*(?=\d{1,3}(?![-–\d]))/gu
/** Between a name and its number in scripts without spaces: "人民路12号", "세종대로12". */
const UNSPACED_NUMBER =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])(?=\p{Nd})/gu
/** What Chinese, Japanese and Korean write behind a house number. */
const NUMBER_SUFFIX = /(\p{Nd})(?:号|號|番地?|번지?)(?!\p{L})/gu
/** "12 корпус 2" and "12, стр. 3" are "12к2" and "12с3" on the map. */
const RUSSIAN_PARTS = /(?<=\d\p{L}?),?\s*(?<!\p{L})(к|с)(?:орп?|орпус|тр|троение)?\.?\s*(?=\d)/giu
/** "ถ.สุขุมวิท" is a street: the dot ends a short form of one letter. */
const THAI_SHORT_FORM = /(?<!\S)(\p{Script=Thai})\.(?=\p{L})/gu
/** Shapes of postcodes in two parts: Portugal, Brazil, Poland, Japan, Sweden and others. */
const POSTCODE = /^(\d{4}-\d{3}|\d{5}-\d{3,4}|\d{2}-\d{3}|\d{3}-\d{4})$/

interface Token {
  /** A house number with a separator before a letter has two words: "2-я" of "2-я Парковая". */
  readonly word: string
  readonly part: number
  readonly house?: AskedHouse
  readonly postcode?: true
  /** It is in brackets. */
  readonly aside?: true
}

/**
 * Reads a typed or pasted text: a name, a house number before or after the street, a postcode, a town, parts separated
 * by commas or lines in any order, and corners.
 * @param neutral words that name the region as a whole (its name, its country): they never exclude a place
 */
export const parseQuery = (keyword: string, neutral: ReadonlySet<string> = new Set()): ParsedQuery => {
  const tokens = tokensOf(keyword.slice(0, 200)).slice(0, MOST_WORDS)
  return {
    words: withoutTrailingJoiner(wordsOf(tokens)),
    readings: readingsOf(tokens, neutral),
    corners: cornersIn(tokens),
  }
}

const wordsOf = (tokens: readonly Token[]): string[] =>
  tokens.filter(({ word }) => word !== JOINED).flatMap(({ word }) => word.split(' '))

const tokensOf = (keyword: string): Token[] => {
  const pieces = keyword
    .replaceAll(RUSSIAN_PARTS, '$1')
    .replaceAll(SPACED_DASH, '-')
    .replaceAll(UNSPACED_FLAT, ' ')
    .replaceAll(UNSPACED_NUMBER, ' ')
    .replaceAll(NUMBER_SUFFIX, '$1 ')
    .replaceAll(THAI_SHORT_FORM, '$1. ')
    .replaceAll(/\s[&+/@]\s|[&+]|(?<=\p{L})\/(?=\p{L})/gu, ` ${JOINED} `)
    .split(/([,;\n\r\t،、|·•()]|\s[-–—]\s)/)
  const tokens: Token[] = []
  let aside = false
  pieces.forEach((text, i) => {
    if (i % 2 === 1) {
      aside = text === '(' || (aside && text !== ')')
      return
    }
    const hasMore = pieces.slice(i + 1).some((rest) => /\p{Nd}/u.test(rest))
    const own = partTokens(text, tokens, hasMore).filter(({ word }) => word !== '')
    // A part with a house number may be a street: "Vaduz, Hinter dem Hof 5".
    const isRemark = isNote(own[0]?.word ?? '', own[1]?.word) && !own.some(({ house }) => house)
    if (tokens.length > 0 && (isRemark || (aside && !own.some(isNamed)))) return
    tokens.push(...own.map((token) => ({ ...token, part: i / 2, ...(aside && tokens.length > 0 ? { aside } : {}) })))
  })
  return tokens
}

/** The words and numbers of a part, without those of a flat; `before` are those of the parts before. */
const partTokens = (text: string, before: readonly Token[], hasMore: boolean): Omit<Token, 'part'>[] => {
  const tokens: Omit<Token, 'part'>[] = []
  const chunks = text.split(/\s+/).filter(Boolean)
  // "Flat 2, 10 Baker Street"
  if (before.length === 0 && hasMore && isOnlyFlat(chunks)) return []
  for (let i = 0; i < chunks.length; i++) {
    const chunk = plainDigits(chunks[i]!)
    if (NUMBER_SIGN.test(chunk) && NUMBER.test(plainDigits(chunks[i + 1] ?? ''))) continue
    const flat =
      before.length + tokens.length > 0
        ? skipFlat(
            chunks,
            i,
            [...before, ...tokens].some(({ house }) => house),
          )
        : 0
    if (flat > 0) {
      i += flat - 1
      continue
    }
    const match = NUMBER.exec(chunk)
    if (!match) {
      tokens.push(
        ...plain(chunk)
          .split(' ')
          .map((word) => ({ word })),
      )
      continue
    }
    const [first, tail] = [match[1] ?? match[3], match[2] ?? match[4] ?? '']
    const second = /^[-–/](\d+)$/.exec(tail)?.[1]
    if (
      second !== undefined &&
      POSTCODE.test(`${first}-${second}`) &&
      !(Number(second) > Number(first) && second.length === first!.length)
    ) {
      tokens.push({ word: postcodeKey(chunk), postcode: true })
      continue
    }
    let own = tail.toLowerCase().replaceAll('–', '-')
    const next = plain(chunks[i + 1] ?? '')
    const last = i + 2 >= chunks.length
    if (own === '' && (AFTER_NUMBER.test(next) || (last && /^[a-z]$/.test(next)))) {
      own = next
      i++
    }
    const to = Number(RANGE.exec(tail)?.[1] ?? 0)
    const written = own.replace(/[-/]\d.*|^\p{L}{2,}/u, '')
    tokens.push({
      word: plain(`${first}${written}`),
      house: { number: Number(first), label: `${first}${own}`, ...(to > Number(first) ? { to } : {}) },
    })
  }
  return tokens
}

const isOnlyFlat = (chunks: readonly string[]): boolean => {
  let at = 0
  while (at < chunks.length) {
    const flat = skipFlat(chunks, at, false)
    if (flat === 0) return false
    at += flat
  }
  return at > 0
}

/** A part with such a word may be a name. */
const isNamed = ({ word }: Pick<Token, 'word'>): boolean => /\p{L}{3}|[^\p{ASCII}]/u.test(word)

const withoutTrailingJoiner = (words: readonly string[]): readonly string[] =>
  // "Sancho I", "Calle E": a last letter may be a part of the name.
  words.length > 1 &&
  JOINERS.has(words.at(-1)!) &&
  !/^[a-z]$/.test(words.at(-1)!.replace('y', '')) &&
  // "Rua do Canto": the word for a corner is the name.
  words.slice(0, -1).some(isStrong)
    ? words.slice(0, -1)
    : words

const isStrong = (word: string): boolean => !isWeakInAnyForm(word)

/** A number of four to six digits may be a postcode. */
const mayBePostcode = ({ word, postcode }: Token): boolean => postcode === true || /^\d{4,6}$/.test(word)

const readingsOf = (tokens: readonly Token[], neutral: ReadonlySet<string>): Reading[] => {
  const readings = new Map<string, Reading>()
  const add = (
    name: readonly Token[],
    around: readonly Token[],
    house: AskedHouse | undefined,
    penalty: number,
    later = false,
  ): void => {
    const words = withoutTrailingJoiner(wordsOf(name))
    if (words.length === 0 || (house && !words.some((word) => isStrong(word) && /\p{L}|^\d{1,3}$/u.test(word)))) return
    const others = wordsOf(around).filter(isStrong)
    const aside = wordsOf(around.filter((token) => token.aside))
    const reading = { words, categories: askedCategories(words), around: others, aside, house, penalty, later }
    const key = JSON.stringify([words, others, house?.label])
    if (readings.size < MOST_READINGS && !readings.has(key)) readings.set(key, reading)
  }
  const houses = housesIn(tokens)
  const parts = grouped(tokens)
  const named = parts.filter((part) => part.some(isNamed))
  // The region's name beside other parts is not the searched place.
  const local = named.filter((part) => !part.every(({ word }) => neutral.has(word)))
  const lettered = local.length > 0 ? local : named
  const cornerNotes = parts.slice(1).filter((part) => isCornerNote(part[0]!.word)).flat() // prettier-ignore

  const read = (given: readonly Token[], rest: readonly Token[], house: Token | undefined, index: number): void => {
    const penalty = index * LATER_PART
    const name = house ? withoutRemark(given, house) : given
    const own = house ? without(name, [house]) : name
    // A long number beside words is a postcode, unless the street is named by it.
    const codes = own.length > 1 ? own.filter(mayBePostcode) : []
    const region = own.filter(({ word }) => neutral.has(word))
    const others = house ? without(rest, [house, ...cornerNotes]) : rest
    add(without(own, codes), [...codes, ...others], house?.house, penalty, index > 0)
    if (region.length > 0 && region.length < own.filter(({ word }) => isStrong(word)).length)
      add(
        without(own, [...codes, ...region]),
        [...codes, ...region, ...others],
        house?.house,
        penalty + WITHOUT_REGION,
        index > 0,
      )
  }
  if (parts.length < 2 || named.length < 2) {
    for (const house of houses.slice(0, 3)) read(tokens, [], house, 0)
    read(tokens, [], undefined, 0)
  } else {
    for (const [index, part] of lettered.slice(0, 3).entries()) {
      const rest = without(tokens, part)
      const inside = houses.filter((house) => part.includes(house))
      // "Landstrasse, 12, Vaduz": a part that is only a number.
      const alone = houses.filter((house) => parts.some((other) => other.length === 1 && other[0] === house))
      const own = [...inside.slice(0, 2), ...alone.slice(0, 1)]
      for (const house of own) read(part, rest, house, index)
      read(part, rest, undefined, index)
    }
    add(tokens.filter((token) => !mayBePostcode(token)), tokens.filter(mayBePostcode), undefined, 0) // prettier-ignore
  }
  return [...readings.values()]
}

const without = (list: readonly Token[], out: readonly Token[]): Token[] => list.filter((token) => !out.includes(token))

/** "Italia 3318 esq. Centenario" without the note behind the number. */
const withoutRemark = (name: readonly Token[], house: Token): readonly Token[] => {
  const at = name.indexOf(house)
  const end = at < 1 ? -1 : name.findIndex(({ word }, i) => i > at && (isCornerNote(word) || isNote(word, name[i + 1]?.word))) // prettier-ignore
  return end < 0 ? name : name.slice(0, end)
}

const grouped = (tokens: readonly Token[]): Token[][] => {
  const parts: Token[][] = []
  for (const token of tokens) (parts[token.part] ??= []).push(token)
  return parts.filter((part) => part !== undefined)
}

/**
 * Tokens that may be the house number, likeliest first: the last one that is not the first word and not the day in
 * "18 de julio"; then the others; last a number in front ("1234 colonia").
 */
const housesIn = (tokens: readonly Token[]): Token[] => {
  const found = tokens.filter(({ house }, i) => house && tokens[i + 1]?.word !== 'de')
  const front = (token: Token): boolean => tokens[0] === token || tokens[tokens.indexOf(token) - 1]?.part !== token.part
  const short = (token: Token): number => (mayBePostcode(token) && found.length > 1 ? 1 : 0)
  return found.toSorted(
    (a, b) => short(a) - short(b) || Number(front(a)) - Number(front(b)) || tokens.indexOf(b) - tokens.indexOf(a),
  )
}

const cornersIn = (tokens: readonly Token[]): CornerReading[] => {
  const found: CornerReading[] = []
  tokens.forEach(({ word, part }, i) => {
    if (!JOINERS.has(word) || found.length >= MOST_SPLITS) return
    // "18 de Julio, esquina Ejido": the street before the comma.
    const before = tokens.filter(
      (token, k) => k < i && (token.part === part || (tokens[i - 1]?.part !== part && token.part === part - 1)),
    )
    let after = tokens.filter((token, k) => k > i && token.part === part)
    // "y esquina", "esquina con": a second joiner belongs to the first.
    if (after.length > 1 && JOINERS.has(after[0]!.word)) after = after.slice(1)
    const namesOf = (list: readonly Token[]): string[] => wordsOf(list.filter((token) => !mayBePostcode(token)))
    const [a, b] = [namesOf(before), namesOf(after)]
    if (a.length === 0 || b.length === 0) return
    const others = tokens.filter((token, k) => k !== i && !before.includes(token) && !after.includes(token))
    found.push({ a, b, around: namesOf(others).filter((other) => isStrong(other) && !JOINERS.has(other)) })
  })
  return found
}
