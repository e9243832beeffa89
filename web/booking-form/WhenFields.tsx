import { minuteMs } from '@remis/domain/kit/durations'
import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { bookLaterLeadMinutes, latestTripdate } from '@remis/domain/booking/booking-checks'
import { useEffect, useId, useState, type Ref } from 'react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { serverClock } from '../platform/api/server-clock.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useFormat } from '../platform/use-format.ts'
import type { BookingDraft } from '../booking-parts/booking-draft.ts'
import { useTypedDate } from '../ui/form/use-typed-date.ts'
import classes from './WhenFields.module.css'
import { cityOf, clocksDiffer, momentOf, readersZone, wallClock } from '../platform/zone-time.ts'

interface Props {
  readonly later: boolean
  /** ms */
  readonly tripdate: number | null
  readonly onChange: (part: Partial<BookingDraft>) => void
  readonly error: string | null
  readonly inputRef: Ref<HTMLInputElement>
}

/** Book Now or Book Later; Later has a date and time in the operator's time zone and states the earliest one. */
export const WhenFields = ({ later, tripdate, onChange, error, inputRef }: Props) => {
  const { t } = useFirstTexts()
  const name = useId()
  const settings = useSettings()
  return (
    <fieldset className={classes.when}>
      <legend className={classes.visuallyHidden}>{t('when')}</legend>
      <div className={classes.choice}>
        {([false, true] as const).map((value) => (
          <label key={String(value)}>
            <input type="radio" name={name} checked={later === value} onChange={() => onChange({ later: value })} />
            {t(value ? 'when_later' : 'when_now')}
          </label>
        ))}
      </div>
      {later &&
        (settings === undefined ? (
          <MomentWaits />
        ) : (
          <Moment settings={settings} tripdate={tripdate} onChange={onChange} error={error} inputRef={inputRef} />
        ))}
    </fieldset>
  )
}

/** Without the operator's zone a time could neither be read nor shown. */
const MomentWaits = () => {
  const { t } = useFirstTexts()
  const id = useId()
  return (
    <div className={classes.moment}>
      <label htmlFor={id}>{t('when_date')}</label>
      <input id={id} type="datetime-local" dir="ltr" disabled />
    </div>
  )
}

interface MomentProps extends Omit<Props, 'later'> {
  readonly settings: PublicSettings
}

const Moment = ({ settings, tripdate, onChange, error, inputRef }: MomentProps) => {
  const { t } = useFirstTexts()
  const format = useFormat()
  const id = useId()
  const now = useClock()
  const zone = settings.timezone
  // rounded down to the minute, as the field is
  const latest = Math.floor(latestTripdate(now, settings.bookLaterDays) / minuteMs) * minuteMs
  // [booking-25], rounded up so that the stated minute is still allowed when Book is pressed
  const earliest = Math.ceil(now / minuteMs) * minuteMs + bookLaterLeadMinutes * minuteMs
  const foreign = clocksDiffer(tripdate ?? now, zone, readersZone())
  const held = tripdate === null ? '' : wallClock(tripdate, zone)
  const field = useTypedDate(held, (date) => onChange({ tripdate: momentOf(date ?? '', zone) }))
  const tooFar = tripdate !== null && tripdate > latest
  const bound = tooFar
    ? t('when_latest', { time: format.date(latest, 'date-time') })
    : t('when_earliest', { time: format.date(earliest, 'date-time') })
  const hint = foreign ? `${bound} ${t('when_zone', { zone: cityOf(zone) })}` : bound
  return (
    <div className={classes.moment}>
      <label htmlFor={id}>{t('when_date')}</label>
      <input
        ref={inputRef}
        id={id}
        type="datetime-local"
        dir="ltr"
        required
        min={wallClock(earliest, zone)}
        max={wallClock(latest, zone)}
        aria-invalid={error !== null}
        aria-describedby={`${id}-hint${error === null ? '' : ` ${id}-error`}`}
        {...field}
      />
      <p id={`${id}-hint`} className={classes.hint}>
        {hint}
      </p>
      {error !== null && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** By the server's clock, which checks the time [design/web-12]. */
const useClock = (): number => {
  const [now, setNow] = useState(() => serverClock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
