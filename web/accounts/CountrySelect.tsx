import { foldText } from '@remis/domain/kit/fold-text'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Picker } from '../ui/form/Picker.tsx'
import type { Country } from './countries.ts'
import classes from './CountrySelect.module.css'

interface Props {
  readonly countries: readonly Country[]
  readonly value: Country | null
  readonly onChange: (country: Country) => void
  readonly disabled: boolean
  readonly error?: ReactNode
}

/** Searchable country select with flag, name and prefix [accounts-29]. */
export const CountrySelect = ({ countries, value, onChange, disabled, error }: Props) => {
  const { t } = useTranslation()
  const [search, setSearch] = useState<string | null>(null)
  const choices = useMemo(() => matchCountries(countries, search ?? ''), [countries, search])
  return (
    <Picker
      size="md"
      label={t('country')}
      placeholder={t('country_search')}
      name="country"
      disabled={disabled}
      error={error}
      choices={choices}
      value={value}
      onChange={(country) => country !== null && onChange(country)}
      onSearch={setSearch}
      leftSection={value === null ? null : <Flag code={value.code} />}
      none={t('country_none')}
      keyOf={({ code }) => code}
      textOf={({ label, prefix }) => `${label} (\u2066+${prefix}\u2069)`}
    >
      {(country) => (
        <>
          <Flag code={country.code} />
          <span className={classes.name}>{country.label}</span>
          <bdi dir="ltr" className={classes.prefix}>
            +{country.prefix}
          </bdi>
        </>
      )}
    </Picker>
  )
}

const Flag = ({ code }: { code: string }) => {
  const flag = flagOf(code)
  return (
    <span className={flag === null ? classes.code : classes.flag} aria-hidden>
      {flag ?? code}
    </span>
  )
}

const plain = (text: string): string => foldText(text).trim()

/** Countries with a name, code or prefix that starts with the typed text, then those with a name that contains it. */
export const matchCountries = (countries: readonly Country[], typed: string): readonly Country[] => {
  const wanted = plain(typed).replace(/^\+/, '')
  if (wanted === '') return countries
  const begins = (country: Country) =>
    plain(country.label).startsWith(wanted) || country.prefix.startsWith(wanted) || plain(country.code) === wanted
  return [
    ...countries.filter(begins),
    ...countries.filter((country) => !begins(country) && plain(country.label).includes(wanted)),
  ]
}

let drawn: boolean | undefined

/** Whether the system's fonts draw flags; without them the two letters of the code are shown. */
const drawsFlags = (): boolean => {
  if (drawn !== undefined) return drawn
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return (drawn = false)
  const width = (text: string) => context.measureText(text).width
  // a drawn flag is one glyph, narrower than two letters, and has colours
  context.font = '20px sans-serif'
  if (width('\u{1F1FA}\u{1F1FE}') >= width('\u{1F1FA}') + width('\u{1F1FE}')) return (drawn = false)
  context.canvas.width = 24
  context.canvas.height = 24
  context.font = '20px sans-serif'
  context.fillText('\u{1F1FA}\u{1F1FE}', 0, 20)
  const { data } = context.getImageData(0, 0, 24, 24)
  drawn = data.some((value, at) => at % 4 < 3 && value > 0)
  return drawn
}

/** The flag as a character, or null where the system has none. */
export const flagOf = (code: string): string | null =>
  drawsFlags() ? String.fromCodePoint(...Array.from(code, (letter) => 0x1f1a5 + letter.charCodeAt(0))) : null
