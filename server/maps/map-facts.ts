import { createRequire } from 'node:module'
import tzLookup from '@photostructure/tz-lookup'
import type { MapFacts } from '@remis/domain/backoffice/map-proposal'
import { isTimeZone, presentZone } from '@remis/domain/backoffice/time-zones'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import { languages as builtIn } from '@remis/domain/texts/built-in-languages'
import type { Region } from '../providers/maps/maps-provider.ts'

/**
 * Reads the facts of a map's country [design/maps-100]. `chosen`: the country of the settings; of a map of several
 * countries it is taken when the map covers it, else the one with most addresses.
 */
export const mapFacts = async ({
  name,
  countries,
  center,
}: Pick<Region, 'name' | 'countries' | 'center'>): Promise<(chosen: string) => MapFacts> => {
  // 0.1 s to load, and few calls need it.
  const coder = await import('@rapideditor/country-coder')
  const middle: [number, number] = [center.lng, center.lat]
  return (chosen) => {
    const code = countries.includes(chosen) ? chosen : countries[0]
    const found = zoneAt(center, code)
    const timezone = found === null ? null : presentZone(found)
    if (code === undefined) return { map: name, center, timezone, country: null }
    const currencies = currenciesOf(code)
    const languages = languagesOf(code)
    return {
      map: name,
      center,
      timezone,
      country: {
        code,
        name: new Intl.DisplayNames([fallbackLanguage.code], { type: 'region' }).of(code) ?? code,
        currencies,
        ...(currencies[0] === undefined ? {} : writtenAs(currencies[0], localeOf(code, languages))),
        languages,
        miles: milesIn(code, coder),
        // Countries of several parts have no value of the whole: in Hong Kong cars drive on the left, in Beijing not.
        leftHand: (coder.driveSide(code) ?? coder.driveSide(middle)) === 'left',
      },
    }
  }
}

type Coder = typeof import('@rapideditor/country-coder')

/** A country of several parts, such as the United Kingdom, may have no value: the unit of most of its parts counts. */
const milesIn = (country: string, { featuresIn, roadSpeedUnit }: Coder): boolean => {
  const whole = roadSpeedUnit(country)
  if (whole !== null) return whole === 'mph'
  const parts = featuresIn(country).map(({ properties }) => properties.roadSpeedUnit)
  return parts.filter((unit) => unit === 'mph').length > parts.filter((unit) => unit === 'km/h').length
}

/** How a country writes distances and amounts of a currency. Needs no imported map. */
export const displayFormatsOf = async (
  country: string,
  currency: string,
): Promise<{ readonly miles: boolean; readonly symbolAfter: boolean }> => ({
  miles: milesIn(country, await import('@rapideditor/country-coder')),
  symbolAfter: writtenAs(currency, localeOf(country, languagesOf(country))).symbolAfter,
})

const localeOf = (country: string, languages: readonly string[]): string =>
  `${languages[0] ?? fallbackLanguage.code}-${country}`

/** The narrow symbol of a currency, in English: "$" for the Uruguayan peso. */
export const symbolOf = (currency: string): string => writtenAs(currency, fallbackLanguage.code).symbol

const writtenAs = (currency: string, locale: string): { symbol: string; symbolAfter: boolean } => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const parts = format.formatToParts(1)
  const at = parts.findIndex(({ type }) => type === 'currency')
  return {
    symbol: parts[at]?.value ?? currency,
    symbolAfter: at > parts.findIndex(({ type }) => type === 'integer'),
  }
}

const load = createRequire(import.meta.url)

interface CurrencyData {
  readonly supplemental: {
    readonly currencyData: {
      readonly region: Readonly<Record<string, readonly Readonly<Record<string, CurrencyUse>>[]>>
    }
  }
}
interface CurrencyUse {
  readonly _to?: string
  readonly _tender?: 'false'
}

/** Legal tender today by CLDR, the usual one first. ISO 4217. */
const currenciesOf = (country: string): string[] => {
  const { supplemental } = load('cldr-core/supplemental/currencyData.json') as CurrencyData
  return (supplemental.currencyData.region[country] ?? [])
    .flatMap((uses) => Object.entries(uses))
    .filter(([, use]) => use._to === undefined && use._tender !== 'false')
    .map(([code]) => code)
}

interface TerritoryInfo {
  readonly supplemental: {
    readonly territoryInfo: Readonly<
      Record<string, { readonly languagePopulation?: Readonly<Record<string, LanguageUse>> } | undefined>
    >
  }
}
interface LanguageUse {
  readonly _officialStatus?: string
  readonly _populationPercent: string
}

/**
 * The languages of Remis that are official in a country by CLDR, the one of most people first. Where the law names
 * none, as in the United States, the one in fact.
 */
const languagesOf = (country: string): string[] => {
  const { supplemental } = load('cldr-core/supplemental/territoryInfo.json') as TerritoryInfo
  const all = Object.entries(supplemental.territoryInfo[country]?.languagePopulation ?? {})
  const having = (status: string) => all.filter(([, use]) => use._officialStatus === status)
  const found = having('official').length > 0 ? having('official') : having('de_facto_official')
  return found
    .sort(([, a], [, b]) => Number(b._populationPercent) - Number(a._populationPercent))
    .map(([code]) => code)
    .filter((code) => builtIn.some((language) => language.code === code))
}

interface PrimaryZones {
  readonly supplemental: { readonly primaryZones: Readonly<Record<string, string>> }
}

/**
 * The only zone of the country, else the one at this point. The look-up by point is coarse: where it names a zone of a
 * neighbour or of the sea, the main zone of the country is taken. Null where none is known.
 */
const zoneAt = ({ lat, lng }: Region['center'], country: string | undefined): string | null => {
  const zones = country === undefined ? [] : zonesOf(country)
  if (zones.length === 1) return zones[0]!
  const found = tzLookup(lat, lng)
  if (zones.some((zone) => canonical(zone) === canonical(found))) return found
  if (country !== undefined && zones.length > 0) {
    const { supplemental } = load('cldr-core/supplemental/primaryZones.json') as PrimaryZones
    return supplemental.primaryZones[country] ?? null
  }
  return isTimeZone(found) && !found.startsWith('Etc/') ? found : null
}

const canonical = (zone: string): string =>
  isTimeZone(zone) ? new Intl.DateTimeFormat('en-GB', { timeZone: zone }).resolvedOptions().timeZone : zone

/** Newer versions of Node have the method instead of the property. */
const zonesOf = (country: string): readonly string[] => {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    readonly timeZones?: readonly string[]
    readonly getTimeZones?: () => readonly string[]
  }
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}
