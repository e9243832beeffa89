import { exponentOf } from '../kit/currency.ts'
import type { LatLng } from '../kit/distance.ts'
import type { Settings } from './settings.ts'

/** Facts about the country and place of the map. */
export interface MapFacts {
  readonly map: string
  readonly center: LatLng
  /** IANA; null: not known */
  readonly timezone: string | null
  readonly country: CountryFacts | null
}

export interface CountryFacts {
  /** ISO 3166 alpha-2 */
  readonly code: string
  /** in English, as the setting `country` has it */
  readonly name: string
  /** legal tender, ISO 4217, the usual one first; may be empty */
  readonly currencies: readonly string[]
  /** of the first currency */
  readonly symbol?: string
  readonly symbolAfter?: boolean
  /** languages of Remis that are official there, the most spoken first; may be empty */
  readonly languages: readonly string[]
  readonly miles: boolean
  readonly leftHand: boolean
}

/** The settings as they are. */
export interface SettingsNow {
  readonly settings: Settings
  /** there are bookings or ledger entries, which are in the current currency [design/money-3] */
  readonly codeFixed: boolean
  /** codes of the languages that are offered, the default first */
  readonly languages: readonly string[]
}

export interface MapProposal {
  readonly settings: Partial<Settings>
  /** the default language to be; null: it stays */
  readonly language: string | null
  /** languages to be offered besides those that are */
  readonly addedLanguages: readonly string[]
  /** the currency that would be proposed, if there were no money in another one */
  readonly lockedCurrency: string | null
}

/**
 * The settings that do not fit the map [design/maps-101]. Country, currency and time zone are compared always; what
 * people may choose freely (language, miles, how the currency is written) only where the settings are of another
 * country. `now`: ms since 1970.
 */
export const proposeForMap = (
  { country, timezone }: MapFacts,
  { settings, codeFixed, languages }: SettingsNow,
  now: number,
): MapProposal => {
  const changes: { -readonly [K in keyof Settings]?: Settings[K] } = {}
  if (timezone !== null && !sameHours(timezone, settings.timezone, now)) changes.timezone = timezone
  if (country === null) return { settings: changes, ...noLanguages, lockedCurrency: null }

  const moved = settings.country !== country.name && settings.restrictCountry !== country.code
  if (settings.country !== country.name) changes.country = country.name
  // Empty is a choice too: the search has no limit.
  if (settings.restrictCountry !== country.code && (moved || settings.restrictCountry !== ''))
    changes.restrictCountry = country.code
  if (moved && settings.convert_to_mile !== country.miles) changes.convert_to_mile = country.miles
  const [currency = settings.code] = country.currencies
  const isForeign = currency !== settings.code && !country.currencies.includes(settings.code)
  if (isForeign && !codeFixed) Object.assign(changes, changedOnly(settings, currencySettings(currency, country)))
  return {
    settings: changes,
    ...(moved ? languagesFor(country, languages) : noLanguages),
    lockedCurrency: isForeign && codeFixed ? currency : null,
  }
}

const noLanguages = { language: null, addedLanguages: [] }

const languagesFor = (
  { languages: official }: CountryFacts,
  offered: readonly string[],
): Pick<MapProposal, 'language' | 'addedLanguages'> => {
  const [first] = official
  return {
    language: first === undefined || official.includes(offered[0] ?? '') ? null : first,
    addedLanguages: official.filter((code) => !offered.includes(code)),
  }
}

/** A locked currency alone cannot be accepted. */
export const isEmptyProposal = ({ settings, language, addedLanguages }: MapProposal): boolean =>
  Object.keys(settings).length === 0 && language === null && addedLanguages.length === 0

/**
 * Amounts and rates have another meaning after these changes, since their numbers stay: they are in the new currency,
 * and rates are for a mile instead of a kilometre.
 */
export const keepsNumbers = (changed: readonly string[]): boolean =>
  changed.includes('code') || changed.includes('convert_to_mile')

const currencySettings = (code: string, { symbol, symbolAfter }: CountryFacts) => ({
  code,
  symbol: symbol ?? code,
  decimal: exponentOf(code),
  swipe_symbol: symbolAfter ?? false,
})

const changedOnly = (before: Settings, after: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof Settings] !== value))

const halfYearMs = 182 * 24 * 3600 * 1000

/** Two zones with the same time now and half a year later: one may be an old name of the other. */
const sameHours = (one: string, other: string, now: number): boolean =>
  [now, now + halfYearMs].every((at) => hoursIn(one, at) === hoursIn(other, at))

const hoursIn = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }).format(at)
