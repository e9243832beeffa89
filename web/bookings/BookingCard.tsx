import { VisuallyHidden } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { cardAmount } from '@remis/domain/booking/list/card-amount'
import { isOffice, type Role } from '@remis/domain/kit/endpoint'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '../booking-parts/StatusChip.tsx'
import { UnreadChat } from '../chat/UnreadChat.tsx'
import { useFormat } from '../platform/use-format.ts'
import { RouteEnds } from '../ui/parts/RouteEnds.tsx'
import classes from './bookings.module.css'
import { askedText } from './asked-text.ts'
import { When } from './When.tsx'

interface Props {
  readonly booking: BookingView
  readonly role: Role
  readonly onOpen: () => void
  readonly action: ReactNode
}

/** A booking on a phone. */
export const BookingCard = ({ booking, role, onOpen, action }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const amount = cardAmount(booking, role)
  // The other side: a driver knows their own name.
  const person = role === 'driver' ? booking.customer_name : (booking.driver_name ?? askedText(booking, t))
  const office = isOffice(role)
  return (
    <article className={classes.card}>
      <header>
        <button type="button" onClick={onOpen}>
          <When at={booking.tripdate} later={booking.bookLater} />
          <VisuallyHidden>, {t('bookings_open', { id: booking.id })}</VisuallyHidden>
        </button>
        {!office && <UnreadChat booking={booking.id} />}
        <StatusChip status={booking.status} undelivered={booking.undelivered} />
      </header>
      {office && (
        <p className={classes.cardOf}>
          <bdi>{booking.customer_name}</bdi>
          <bdi dir="ltr">{booking.id}</bdi>
        </p>
      )}
      <RouteEnds
        from={{ label: t('trip_pickup'), text: booking.pickup.add }}
        to={{ label: t('trip_drop'), text: booking.drop.add }}
      />
      <footer>
        <span>
          {booking.carType}
          {person && (
            <>
              {' '}
              · <bdi>{person}</bdi>
            </>
          )}
        </span>
        {amount !== undefined && <strong>{format.money(amount)}</strong>}
      </footer>
      {action !== null && <div className={classes.cardAction}>{action}</div>}
    </article>
  )
}
