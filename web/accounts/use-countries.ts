import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { useEffect, useState } from 'react'
import { useLanguage } from '../platform/i18n.ts'
import type { Country } from './countries.ts'

/** The country list in the language of the interface and the chosen country; the default is the operator's. */
export const useCountries = (settings: PublicSettings | undefined) => {
  const { locale } = useLanguage()
  const [countries, setCountries] = useState<readonly Country[]>([])
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    let current = true
    // the phone prefixes are a separate chunk
    void import('./countries.ts').then(({ countriesFor }) => {
      if (current) setCountries(countriesFor(locale))
    })
    return () => {
      current = false
    }
  }, [locale])
  const own = countries.find(({ code, label }) => code === settings?.restrictCountry || label === settings?.country)
  const country = countries.find((one) => one.code === code) ?? own ?? null
  return { countries, country, setCountry: (chosen: Country) => setCode(chosen.code) }
}
