import { fullName } from '@remis/domain/people/first-name'
import type { RiderChoice } from '@remis/domain/people/riders-api'
import { ridersCalls } from '@remis/domain/people/people-routes'
import { IconPlus, IconUser } from '@tabler/icons-react'
import { useMemo, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { useDemo } from '../platform/list/demo.tsx'
import { useFound } from '../platform/use-found.ts'
import { Picker } from '../ui/form/Picker.tsx'
import classes from './RiderPicker.module.css'

interface Props {
  readonly value: RiderChoice | null
  readonly onChange: (rider: RiderChoice | null) => void
  /** adds a rider, from what was typed */
  readonly onNew: (typed: string) => void
  readonly error: string | null
  readonly inputRef: Ref<HTMLInputElement>
}

const contactsOf = ({ mobile, email }: RiderChoice): string => [mobile, email].filter(Boolean).join(' · ')

const findRiders = async (search: string | undefined) =>
  (await call(ridersCalls.list, { query: { limit: 12, ...(search === undefined ? {} : { search }) } })).rows

/** The last entry of the list: a caller without an account. */
const newcomer = { id: 'new' } as const
type Choice = RiderChoice | typeof newcomer
const isNew = (choice: Choice): choice is typeof newcomer => choice.id === newcomer.id

/** The rider that an admin books for; required [booking-23]. Found by number or name, or added [booking-70]. */
export const RiderPicker = ({ onChange, onNew, ...props }: Props) => {
  const { t } = useTranslation()
  const demo = useDemo()
  const { typed, choices, ...found } = useFound('riders', findRiders)
  // demo mode neither shows contacts nor lets anyone be added
  const all = useMemo<readonly Choice[] | undefined>(
    () => (choices === undefined || demo ? choices : [...choices, newcomer]),
    [choices, demo],
  )
  return (
    <Picker<Choice>
      {...props}
      {...found}
      choices={all}
      onChange={(choice) => {
        if (choice !== null && isNew(choice)) onNew(typed)
        else onChange(choice)
      }}
      size="md"
      label={t('rider_label')}
      placeholder={t(demo ? 'caller_prompt_names' : 'caller_prompt')}
      leftSection={<IconUser size={20} stroke={1.75} aria-hidden />}
      description={props.value === null ? undefined : <bdi>{contactsOf(props.value)}</bdi>}
      none={t('rider_none')}
      clearLabel={t('rider_clear')}
      keyOf={({ id }) => id}
      textOf={(choice) => (isNew(choice) ? '' : fullName(choice))}
    >
      {(rider) =>
        isNew(rider) ? (
          <>
            <IconPlus size={20} stroke={1.75} aria-hidden />
            <span>{typed === '' ? t('caller_new') : t('caller_new_typed', { typed })}</span>
          </>
        ) : (
          <span className={classes.rider}>
            <bdi>{fullName(rider)}</bdi>
            <small>
              <bdi>{contactsOf(rider)}</bdi>
            </small>
          </span>
        )
      }
    </Picker>
  )
}
