import { Text } from '@mantine/core'
import { IconCurrentLocationOff, IconLocation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../drive.module.css'
import type { Whereabouts } from './use-position-watch.ts'

const textOf = {
  locating: 'drive_locating',
  lost: 'drive_geo_lost',
  denied: 'drive_geo_denied',
  missing: 'drive_geo_missing',
} as const

interface Props {
  readonly where: Whereabouts
  /** on a trip no requests are missed */
  readonly onTrip?: boolean
}

/** Note when the position is missing or not permitted, with what to do. */
export const WhereNote = ({ where, onTrip = false }: Props) => {
  const { t } = useTranslation()
  if (where.state === 'off' || where.state === 'live') return null
  const Icon = where.state === 'locating' ? IconLocation : IconCurrentLocationOff
  return (
    <Text aria-live="polite" className={classes.hint} data-look={where.state}>
      <Icon size={20} stroke={1.75} aria-hidden />
      {t(onTrip && where.state === 'lost' ? 'drive_geo_lost_trip' : textOf[where.state])}
    </Text>
  )
}
