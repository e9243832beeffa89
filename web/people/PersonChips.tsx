import type { PersonRow } from '@remis/domain/people/people-api'
import type { PersonState } from '@remis/domain/people/people-routes'
import {
  IconArchive,
  IconCircleCheck,
  IconHourglass,
  IconLock,
  IconPlugConnected,
  IconPlugConnectedX,
  IconStarFilled,
  IconSteeringWheel,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../platform/use-format.ts'
import { StateChip } from '../ui/parts/StateChip.tsx'
import classes from './people.module.css'

const look = {
  active: { tone: 'good', icon: IconCircleCheck },
  waiting: { tone: 'wait', icon: IconHourglass },
  suspended: { tone: 'bad', icon: IconLock },
  deleted: { tone: 'quiet', icon: IconArchive },
} as const

export const StateOfPerson = ({ state }: { state: PersonState }) => {
  const { t } = useTranslation()
  return <StateChip {...look[state]} label={t(`people_state_${state}`)} />
}

/** The driver's switch, and whether a trip is under way. */
export const OnlineChip = ({ row }: { row: PersonRow }) => {
  const { t } = useTranslation()
  if (row.queue) return <StateChip tone="move" icon={IconSteeringWheel} label={t('people_busy')} />
  return row.driverActiveStatus ? (
    <StateChip tone="good" icon={IconPlugConnected} label={t('people_online_yes')} />
  ) : (
    <StateChip tone="quiet" icon={IconPlugConnectedX} label={t('people_online_no')} />
  )
}

export const RatingOf = ({ row }: { row: Pick<PersonRow, 'ratings'> }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { userrating = null, count = 0 } = row.ratings ?? {}
  if (userrating === null) return <span className={classes.quiet}>{t('person_unknown')}</span>
  return (
    <span className={classes.rating} title={t('person_ratings_count', { count })}>
      <IconStarFilled size={14} aria-hidden />
      {format.number(userrating)}
    </span>
  )
}
