import { phoneCountry, type OperatorCountry } from '@remis/domain/accounts/phone/operator-country'
import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { AppError } from '@remis/domain/messages/app-error'
import { useEffect, useState } from 'react'
import { useLanguage } from '../platform/i18n.ts'
import type { Country } from './countries.ts'

/** The phone prefixes are a separate chunk. Throws `fetch_call_error` where it cannot be loaded. */
export const loadCountries = async (locale: string): Promise<readonly Country[]> => {
  const { countriesFor } = await import('./countries.ts').catch((cause: unknown) => {
    throw new AppError(503, 'fetch_call_error', { cause })
  })
  return countriesFor(locale)
}

/** The chosen country, else the operator's [design/web-136]. */
export const countryAmong = (
  list: readonly Country[],
  chosen: string | null,
  operator: OperatorCountry | undefined,
): Country | null => {
  const usual =
    operator &&
    phoneCountry(
      operator,
      list.map(({ code }) => code),
    )
  return list.find(({ code }) => code === chosen) ?? list.find(({ code }) => code === usual) ?? null
}

/** The country list in the language of the interface and the chosen country; the default is the operator's. */
export const useCountries = (settings: PublicSettings | undefined) => {
  const { locale } = useLanguage()
  const [countries, setCountries] = useState<readonly Country[]>([])
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    let current = true
    void loadCountries(locale).then(
      (loaded) => {
        if (current) setCountries(loaded)
      },
      // the form loads it again when it is sent, and says if it cannot
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [locale])
  const countryIn = (list: readonly Country[]): Country | null => countryAmong(list, code, settings)
  return {
    countries,
    country: countryIn(countries),
    /** For a form that is sent before the list is loaded; rejects where it cannot be loaded. */
    loadCountry: async () => {
      const loaded = await loadCountries(locale)
      setCountries(loaded)
      return countryIn(loaded)
    },
    setCountry: (chosen: Country) => setCode(chosen.code),
  }
}
