import type { RiderChoice } from '@remis/domain/people/riders-api'
import { ridersCalls } from '@remis/domain/people/people-routes'
import { IconUser } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { useFound } from '../platform/use-found.ts'
import { Picker } from '../ui/form/Picker.tsx'
import classes from './RiderPicker.module.css'

interface Props {
  readonly value: RiderChoice | null
  readonly onChange: (rider: RiderChoice | null) => void
  readonly error: string | null
  readonly inputRef: Ref<HTMLInputElement>
}

const nameOf = ({ firstName, lastName }: RiderChoice): string => `${firstName} ${lastName}`.trim()

const findRiders = async (search: string | undefined) =>
  (await call(ridersCalls.list, { query: { limit: 12, ...(search === undefined ? {} : { search }) } })).rows

/** The rider that an admin books for; required [booking-23]. */
export const RiderPicker = (props: Props) => {
  const { t } = useTranslation()
  const { typed: _typed, ...found } = useFound('riders', findRiders)
  return (
    <Picker
      {...props}
      {...found}
      size="md"
      label={t('rider_label')}
      placeholder={t('rider_prompt')}
      leftSection={<IconUser size={20} stroke={1.75} aria-hidden />}
      none={t('rider_none')}
      clearLabel={t('rider_clear')}
      keyOf={({ id }) => id}
      textOf={nameOf}
    >
      {(rider) => (
        <span className={classes.rider}>
          <bdi>{nameOf(rider)}</bdi>
          <small>
            <bdi>{[rider.mobile, rider.email].filter(Boolean).join(' · ')}</bdi>
          </small>
        </span>
      )}
    </Picker>
  )
}
