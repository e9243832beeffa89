import { UnstyledButton } from '@mantine/core'
import type { RiderChoice } from '@remis/domain/people/riders-api'
import { ridersCalls } from '@remis/domain/people/people-routes'
import { IconUser, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import listbox from '../ui/listbox.module.css'
import { useListbox } from '../ui/use-listbox.ts'
import classes from './RiderPicker.module.css'

interface Props {
  readonly value: RiderChoice | null
  readonly onChange: (rider: RiderChoice | null) => void
  readonly error: string | null
  readonly inputRef: Ref<HTMLInputElement>
}

const nameOf = (rider: RiderChoice) => `${rider.firstName} ${rider.lastName}`

/** The rider that an admin books for; required [booking-23]. */
export const RiderPicker = ({ value, onChange, error, inputRef }: Props) => {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const { data: found } = useRiders(typed)
  const riders = found ?? []
  const list = useListbox({
    count: riders.length,
    first: 0,
    on: 'input',
    onChoose: (index) => {
      const rider = riders[index]
      setTyped(null)
      if (rider !== undefined) onChange(rider)
    },
  })
  return (
    <div className={classes.picker}>
      <label htmlFor={id}>{t('rider_label')}</label>
      <div className={classes.field} data-invalid={error !== null || undefined}>
        <IconUser size={20} stroke={1.75} aria-hidden />
        <input
          {...list.fieldProps}
          ref={inputRef}
          id={id}
          type="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          aria-autocomplete="list"
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          placeholder={t('rider_prompt')}
          value={typed ?? (value === null ? '' : nameOf(value))}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => {
            setTyped((held) => held ?? '')
            list.open()
          }}
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
        {value !== null && (
          <UnstyledButton className={classes.clear} aria-label={t('rider_clear')} onClick={() => onChange(null)}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </UnstyledButton>
        )}
      </div>
      {error !== null && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
      {list.opened && found !== undefined && (
        <div {...list.dropProps} className={listbox.drop}>
          {riders.length === 0 ? (
            <p className={listbox.note}>{t('rider_none')}</p>
          ) : (
            <div {...list.listProps} className={listbox.list} aria-label={t('rider_label')}>
              {riders.map((rider, index) => (
                <div key={rider.id} {...list.optionProps(index, rider.id === value?.id)} className={listbox.option}>
                  <span className={classes.rider}>
                    <bdi>{nameOf(rider)}</bdi>
                    <small>
                      <bdi>{[rider.mobile, rider.email].filter(Boolean).join(' · ')}</bdi>
                    </small>
                  </span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** Riders with the typed text in name, email or number; debounced. Null: the list is closed. */
const useRiders = (typed: string | null) => {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed?.trim() ?? ''), 200)
    return () => clearTimeout(timer)
  }, [typed])
  return useQuery({
    queryKey: ['riders', search],
    enabled: typed !== null,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const query = { limit: 12, ...(search === '' ? {} : { search }) }
      return (await call(ridersCalls.list, { query })).rows
    },
  })
}
