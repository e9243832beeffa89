import { plain } from '../words/normalise.ts'
import { isWeak } from '../words/short-forms.ts'

/** Facts about the region that the search uses. */
export interface SearchRegion {
  readonly name: string
  /** ISO 3166 alpha-2 */
  readonly countries: readonly string[]
}

const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'he', 'hi', 'id', 'it', 'pt', 'ru', 'tr', 'zh', 'nl', 'pl', 'ja', 'ca']

const known = new WeakMap<SearchRegion, ReadonlySet<string>>()

/** Words that only name the region itself: its name, and its countries in the languages of the app. */
export const neutralWords = (region: SearchRegion): ReadonlySet<string> => {
  const words = known.get(region) ?? wordsOf(region)
  known.set(region, words)
  return words
}

const wordsOf = ({ name, countries }: SearchRegion): ReadonlySet<string> => {
  const names = countries.flatMap((country) =>
    LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? ''),
  )
  const words = [name, ...names].flatMap((text) => plain(text).split(' '))
  return new Set(words.filter((word) => word.length > 1 && !isWeak(word)))
}

const JOINERS: Readonly<Record<string, string>> = {
  ' y ': 'AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE',
  ' com ': 'AO BR CV MZ PT',
  ' et ': 'BE BF BJ CD CG CI CM DZ FR GA LU MA MC ML SN TG TN',
  ', Ecke ': 'AT CH DE LI',
  ' angolo ': 'IT SM',
  ' / ': 'RU BY UA KZ BG RS PL CZ SK HU RO GR TR IL SA AE EG JO LB IQ IR CN JP TW HK TH KR',
  ' hoek ': 'NL',
}

/**
 * The text between the streets of a corner, as addresses of the country have it: "y", "com", ", Ecke "; "&" elsewhere.
 */
export const cornerJoiner = ({ countries }: SearchRegion): string =>
  Object.entries(JOINERS).find(([, codes]) => countries[0] !== undefined && codes.includes(countries[0]))?.[0] ?? ' & '
