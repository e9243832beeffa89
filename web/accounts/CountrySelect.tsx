import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import listbox from '../ui/listbox.module.css'
import { useListbox } from '../ui/use-listbox.ts'
import type { Country } from './countries.ts'
import classes from './CountrySelect.module.css'
import { flagOf } from './flag.ts'
import { matchCountries } from './match-country.ts'

interface Props {
  readonly countries: readonly Country[]
  readonly value: Country | null
  readonly onChange: (country: Country) => void
  readonly disabled: boolean
}

/** Country with flag, name and prefix; one types to find it. */
export const CountrySelect = ({ countries, value, onChange, disabled }: Props) => {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const found = matchCountries(countries, typed ?? '')
  const list = useListbox({
    count: found.length,
    first: typed === null && value !== null ? found.indexOf(value) : 0,
    on: 'input',
    onChoose: (index) => {
      const country = found[index]
      setTyped(null)
      if (country !== undefined) onChange(country)
    },
  })
  return (
    <div className={classes.select}>
      <label htmlFor={id} className={classes.label}>
        {t('country')}
      </label>
      <div className={classes.field}>
        {typed === null && value !== null && <Flag code={value.code} />}
        <input
          {...list.fieldProps}
          id={id}
          className={classes.input}
          type="text"
          disabled={disabled}
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          placeholder={t('country_search')}
          value={typed ?? (value === null ? '' : `${value.label} (\u2066+${value.prefix}\u2069)`)}
          onFocus={(event) => event.currentTarget.select()}
          onClick={list.open}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            list.startOver()
            list.open()
          }}
          onBlur={() => {
            list.close()
            setTyped(null)
          }}
        />
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </div>
      {list.opened && (
        <div {...list.dropProps} className={listbox.drop}>
          {found.length === 0 ? (
            <p className={listbox.note}>{t('country_none')}</p>
          ) : (
            <div {...list.listProps} className={listbox.list} aria-label={t('country')}>
              {found.map((country, index) => (
                <div key={country.code} {...list.optionProps(index, country === value)} className={listbox.option}>
                  <Flag code={country.code} />
                  <span className={classes.name}>{country.label}</span>
                  <bdi dir="ltr" className={classes.prefix}>
                    +{country.prefix}
                  </bdi>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
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
