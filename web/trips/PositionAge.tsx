import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../platform/use-format.ts'
import { positionAge } from './trip-state.ts'
import classes from './trip.module.css'

const texts = { live: 'trip_position_live', aged: 'trip_position_aged', lost: 'trip_position_lost' } as const

/**
 * How old the position on the map is. Up to 15 s the text does not change, so that a screen reader is not interrupted.
 */
export const PositionAge = ({ at, now }: { at: number; now: number }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { look } = positionAge(at, now)
  return (
    <Text size="xs" className={classes.age} data-look={look}>
      {t(texts[look], { time: format.ago(at, now) })}
    </Text>
  )
}
