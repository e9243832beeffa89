import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { MapHint } from '../places/MapHint.tsx'
import classes from './BookingForm.module.css'
import { finalFaultOf } from './final-fault.ts'

/** What could not be read, and the button that reads it again. */
export const Retry = ({ text, onRetry }: { text: string; onRetry: () => void }) => {
  const { t } = useFirstTexts()
  return (
    <p className={classes.fault} role="alert">
      {text}{' '}
      <button type="button" className={classes.again} onClick={onRetry}>
        {t('try_again')}
      </button>
    </p>
  )
}

/** Errors of the places and of the time have no retry button: the same request would fail again. */
export const PriceFault = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useFirstTexts()
  const key = finalFaultOf(error)
  if (key === null) return <Retry text={t('prices_failed')} onRetry={onRetry} />
  return (
    <p className={classes.fault} role="alert">
      {t(key)} {key === 'out_of_region' && <MapHint />}
    </p>
  )
}
