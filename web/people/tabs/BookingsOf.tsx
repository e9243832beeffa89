import type { BookingView } from '@remis/domain/booking/booking-api'
import type { PersonView } from '@remis/domain/people/people-api'
import { cardAmount } from '@remis/domain/booking/list/card-amount'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '../../booking-parts/StatusChip.tsx'
import { paths } from '../../paths.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../people.module.css'
import { Pages } from './Pages.tsx'
import { usePages } from './use-pages.ts'

/** The bookings of a rider or a driver, the latest first; each opens in the booking list. */
export const BookingsOf = ({ person }: { person: PersonView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { rows, failed, retry, list } = usePages(person.id, 'bookings', bookingsCalls.list, (paging) => ({
    query: { ...paging, person: person.id, sort: 'tripdate', direction: 'desc' },
  }))
  return (
    <Pages
      rows={rows}
      failed={failed}
      onRetry={retry}
      list={list}
      none={t('person_bookings_none')}
      keyOf={({ id }) => id}
    >
      {(row) => (
        <>
          <span className={classes.two}>
            <Link to={paths.booking(row.id)}>{format.fromTo(row.pickup.add, row.drop.add)}</Link>
            <small>
              {format.date(row.tripdate, 'date-time')} · <bdi dir="ltr">{row.id}</bdi>
            </small>
          </span>
          <span className={classes.end}>
            <StatusChip status={row.status} undelivered={row.undelivered} />
            <Amount of={row} />
          </span>
        </>
      )}
    </Pages>
  )
}

const Amount = ({ of }: { of: BookingView }) => {
  const format = useFormat()
  const amount = cardAmount(of, 'admin')
  return amount === undefined ? null : <b>{format.money(amount)}</b>
}
