import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useFormat } from '../platform/use-format.ts'
import classes from './CitySpeed.module.css'

/** States that the trial city runs faster than real time; renders nothing at normal speed. */
export const CitySpeed = ({ short }: { short: boolean }) => {
  const { t } = useFirstTexts()
  const format = useFormat()
  const speed = useSettings()?.speed ?? 1
  if (speed <= 1) return null
  const words = t('city_speed', { speed: format.number(speed) })
  if (!short) return <p className={classes.line}>{words}</p>
  return (
    <span className={classes.pill} title={words}>
      <span aria-hidden>{format.number(speed)}×</span>
      <span className={classes.visuallyHidden}>{words}</span>
    </span>
  )
}
