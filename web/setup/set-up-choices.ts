import { presentZone, zonesOffered } from '@remis/domain/backoffice/time-zones'
import { exponentOf } from '@remis/domain/kit/currency'
import { languages } from '@remis/domain/texts/built-in-languages'
import { countriesFor } from '../accounts/countries.ts'

type Choices = readonly { readonly value: string; readonly label: string }[]

export interface SetUpChoices {
  readonly countries: Choices
  readonly currencies: Choices
  readonly zones: Choices
  readonly languages: Choices
  /** what this browser suggests; the first choice where it suggests nothing */
  readonly country: string
  readonly timezone: string
}

const byLabel = (choices: Choices, locale: string): Choices =>
  choices.toSorted((a, b) => a.label.localeCompare(b.label, locale))

/** A browser may report a zone that is not in its list, or not know that of the map. */
const withMissing = (zones: readonly string[], own: readonly string[]): readonly string[] => [
  ...new Set([...own.filter((zone) => !zones.includes(zone)), ...zones]),
]

/** What the set-up offers, named in the language of the page. `zoneOfMap`: offered too. */
export const setUpChoices = (locale: string, browser: string, zoneOfMap?: string): SetUpChoices => {
  const names = new Intl.DisplayNames([locale], { type: 'currency' })
  const timezone = presentZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const countries = countriesFor(locale).map(({ code, label }) => ({ value: code, label }))
  const region = new Intl.Locale(browser).region
  return {
    countries,
    currencies: byLabel(
      Intl.supportedValuesOf('currency').map((code) => ({ value: code, label: `${names.of(code) ?? code} (${code})` })),
      locale,
    ),
    zones: withMissing(zonesOffered(), [timezone, ...(zoneOfMap === undefined ? [] : [zoneOfMap])]).map((zone) => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
    })),
    languages: languages.map(({ code, name }) => ({ value: code, label: name })),
    country: countries.find(({ value }) => value === region)?.value ?? countries[0]?.value ?? '',
    timezone,
  }
}

/** The decimals that a currency may have, most first: all of them is the usual choice. */
export const decimalChoices = (currency: string): Choices =>
  Array.from({ length: exponentOf(currency) + 1 }, (_, digits) => String(digits))
    .toReversed()
    .map((digits) => ({ value: digits, label: digits }))
