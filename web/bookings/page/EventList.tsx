import type { BookingView } from '@remis/domain/booking/booking-api'
import type { BookingEventView } from '@remis/domain/booking/record/record-api'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../../booking-parts/reason-text.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../bookings.module.css'

interface Props {
  readonly booking: BookingView
  readonly rows: readonly BookingEventView[]
}

/** The events with actor, time and kind of device. */
export const EventList = ({ booking, rows }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const driverOf = ({ detail }: BookingEventView) => detail?.driver ?? booking.driver_name ?? ''
  const textOf = (row: BookingEventView): string => {
    const { what } = row
    if (what === 'create') return t(booking.booking_type_admin ? 'panel_booked_by_office' : 'panel_booked')
    if (what === 'accept') return t('panel_accepted', { driver: driverOf(row) })
    if (what === 'assign' || what === 'unassign') return t(`event_${what}`, { driver: driverOf(row) })
    return t(texts[what])
  }
  const partsOf = ({ detail }: BookingEventView): string[] => {
    if (detail === undefined) return []
    const { amount, cash, reason, tries } = detail
    return [
      ...(amount === null ? [] : [format.money(amount)]),
      ...(cash === null ? [] : [t(cash === 'driver' ? 'cash_with_driver' : 'cash_with_office')]),
      ...(tries === null ? [] : [t('event_tries', { tries })]),
      ...(reason === null ? [] : [reasonText(t, reason) ?? reason]),
    ]
  }
  return (
    <ol className={classes.timeline}>
      {rows.map((row) => (
        <li key={row.id} data-bad={isBad(row) || undefined} data-quiet={row.by === 'system' || undefined}>
          <span>{[textOf(row), ...partsOf(row)].join(' · ')}</span>
          <small>
            <time dateTime={new Date(row.at).toISOString()}>{format.date(row.at, 'date-time')}</time>
            {' · '}
            {row.name === null ? (
              t(`panel_by_${row.by === 'fleetadmin' ? 'admin' : row.by}`)
            ) : (
              <>
                <bdi>{row.name}</bdi>
                {` · ${t(`panel_by_${row.by === 'fleetadmin' ? 'admin' : row.by}`)}`}
              </>
            )}
            {row.device && ` · ${t(`event_on_${row.device}`)}`}
          </small>
        </li>
      ))}
    </ol>
  )
}

const bad: readonly BookingEventView['what'][] = [
  'cancel',
  'abort',
  'could-not-deliver',
  'expire',
  'not-paid',
  'wrong-code',
  'wrong-delivery-code',
  'write-off',
]
const isBad = ({ what }: BookingEventView): boolean => bad.includes(what)

const texts = {
  succeed: 'event_succeed',
  'pay-up-front': 'event_pay-up-front',
  release: 'event_release',
  'search-again': 'panel_search_again',
  arrive: 'panel_arrived',
  'confirm-arrival': 'event_confirm-arrival',
  start: 'panel_started',
  'could-not-deliver': 'event_could-not-deliver',
  reach: 'panel_ended',
  'not-paid': 'event_not-paid',
  pay: 'panel_paid',
  'pay-by-card': 'event_pay-by-card',
  'renew-code': 'event_renew-code',
  'renew-delivery-code': 'event_renew-delivery-code',
  'write-off': 'event_write-off',
  correct: 'wallet_kind_correction',
  complete: 'status_COMPLETE',
  rate: 'event_rate',
  cancel: 'status_CANCELLED',
  abort: 'event_abort',
  expire: 'attempt_expired',
  'wrong-code': 'event_wrong-code',
  'reveal-code': 'event_reveal-code',
  'wrong-delivery-code': 'event_wrong-delivery-code',
  'reveal-delivery-code': 'event_reveal-delivery-code',
  'release-review': 'event_release-review',
  'check-fare': 'event_check-fare',
} as const satisfies Record<Exclude<BookingEventView['what'], 'create' | 'accept' | 'assign' | 'unassign'>, string>
