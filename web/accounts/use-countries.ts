import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { useEffect, useState } from 'react'
import { useLanguage } from '../platform/i18n.ts'
import type { Country } from './countries.ts'

/** The phone prefixes are a separate chunk. */
const loadCountries = async (locale: string): Promise<readonly Country[]> =>
  (await import('./countries.ts')).countriesFor(locale)

/** The country list in the language of the interface and the chosen country; the default is the operator's. */
export const useCountries = (settings: PublicSettings | undefined) => {
  const { locale } = useLanguage()
  const [countries, setCountries] = useState<readonly Country[]>([])
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    let current = true
    void loadCountries(locale).then((loaded) => {
      if (current) setCountries(loaded)
    })
    return () => {
      current = false
    }
  }, [locale])
  const countryIn = (list: readonly Country[]): Country | null =>
    list.find((one) => one.code === code) ??
    list.find((one) => one.code === settings?.restrictCountry || one.label === settings?.country) ??
    null
  return {
    countries,
    country: countryIn(countries),
    /** For a form that is sent before the list is loaded. */
    loadCountry: async () => countryIn(await loadCountries(locale)),
    setCountry: (chosen: Country) => setCode(chosen.code),
  }
}
