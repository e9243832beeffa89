import type { AssignableDriver } from '@remis/domain/dispatch/assign-api'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import { Face } from '../../ui/parts/Person.tsx'
import classes from './assign.module.css'

interface Props {
  readonly driver: AssignableDriver
  readonly now: number
  readonly checked: boolean
  readonly onChoose: () => void
  /** Enter on the chosen one */
  readonly onConfirm: () => void
}

/** One driver of the list: how soon at the pickup, how old the position is, and the work of today. */
export const DriverChoice = ({ driver, now, checked, onChoose, onConfirm }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const notes = [
    driver.requested && t('assign_requested'),
    driver.declined && t('assign_declined'),
    driver.busy && t('assign_busy'),
  ].filter((note) => note !== false)
  const car = [
    driver.vehicle_number,
    [driver.vehicleMake, driver.vehicleModel].filter(Boolean).join(' '),
    driver.mobile,
  ]
  return (
    <label className={classes.driver} data-checked={checked || undefined}>
      <input
        type="radio"
        name="assign-driver"
        checked={checked}
        onChange={onChoose}
        onKeyDown={(event) => event.key === 'Enter' && onConfirm()}
      />
      <Face src={driver.image} name={driver.name} size={40} />
      <span className={classes.who}>
        <b>{driver.name}</b>
        <small>
          {car.filter(Boolean).map((text, index) => (
            <span key={text}>
              {index > 0 && ' · '}
              <bdi>{text}</bdi>
            </span>
          ))}
        </small>
        <small>
          {t('assign_seen', { time: format.ago(driver.seenAt, now) })}
          {' · '}
          {t('assign_trips_today', { trips: driver.tripsToday })}
        </small>
        {notes.length > 0 && <small className={classes.note}>{notes.join(' · ')}</small>}
      </span>
      <span className={classes.away}>
        {driver.seconds === null ? (
          <>
            <b>{format.distance(driver.km)}</b>
            <small>{t('assign_straight')}</small>
          </>
        ) : (
          <>
            <b>{format.duration(driver.seconds)}</b>
            <small>{format.distance(driver.km)}</small>
          </>
        )}
      </span>
    </label>
  )
}
