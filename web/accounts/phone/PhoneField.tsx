import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Country } from '../countries.ts'
import { CountrySelect } from '../CountrySelect.tsx'
import classes from './phone.module.css'

interface Props {
  readonly countries: readonly Country[]
  readonly country: Country | null
  readonly onCountry: (country: Country) => void
  /** with AllowCountrySelection [accounts-13] */
  readonly withCountries: boolean
  readonly value: string
  readonly fault: string | null
  readonly disabled: boolean
  readonly onChange: (local: string) => void
}

/** The local number after the prefix of its country; without a country the number begins with a plus. */
export const PhoneField = ({ countries, country, onCountry, withCountries, ...field }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      {withCountries && (
        <CountrySelect countries={countries} value={country} onChange={onCountry} disabled={field.disabled} />
      )}
      <TextInput
        classNames={{ input: classes.number ?? '' }}
        size="md"
        label={t('phone_number')}
        description={country === null ? t('phone_with_code') : t('phone_rule')}
        type="tel"
        name="phone"
        autoComplete={country === null ? 'tel' : 'tel-national'}
        dir="ltr"
        maxLength={20}
        leftSection={country === null ? null : <bdi dir="ltr">+{country.prefix}</bdi>}
        leftSectionWidth={country === null ? 0 : 64}
        value={field.value}
        disabled={field.disabled}
        error={field.fault}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      />
    </>
  )
}
