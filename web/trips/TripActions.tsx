import { Button, Group } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingCan } from '@remis/domain/booking/booking-status'
import { busyStatuses, settledStatuses } from '@remis/domain/booking/statuses'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { PayDialog } from '../payments/PayDialog.tsx'
import { useLeftPickup } from '../booking-parts/booking-queries.ts'
import { CancelDialog } from '../booking-parts/CancelDialog.tsx'
import { useBookAgain } from '../booking-parts/use-book-again.ts'
import { useSession } from '../platform/api/session.ts'

/** Actions on the whole trip, at the lower edge of the panel. */
export const TripActions = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const [dialog, setDialog] = useState<'cancel' | 'pay' | null>(null)
  const leftPickup = useLeftPickup(trip)
  if (user === null) return null
  const role = user.usertype
  // drivers cancel on /drive only [design/moves-35]
  const mayCancel = role !== 'driver' && bookingCan.cancel(trip, { id: user.id, role }, leftPickup)
  const over = settledStatuses.includes(trip.status)
  return (
    <>
      <Group grow preventGrowOverflow={false} gap="sm">
        <Button size="md" variant="default" renderRoot={(props) => <Link {...props} to={paths.bookings()} />}>
          {t('trip_back')}
        </Button>
        {bookingCan.payNow(trip, { id: user.id, role }) && (
          <Button size="md" onClick={() => setDialog('pay')}>
            {t('pay_now')}
          </Button>
        )}
        {mayCancel && (
          <Button size="md" variant="light" color="red" onClick={() => setDialog('cancel')}>
            {t('cancel_ride')}
          </Button>
        )}
        {role === 'rider' && trip.successor && (
          <Button size="md" renderRoot={(props) => <Link {...props} to={paths.trip(trip.successor ?? '')} />}>
            {t('chain_open')}
          </Button>
        )}
        {role === 'rider' && over && !trip.successor && <BookAgain trip={trip} />}
        {role === 'driver' && busyStatuses.includes(trip.status) && (
          <Button size="md" renderRoot={(props) => <Link {...props} to={paths.drive()} />}>
            {t('trip_to_drive')}
          </Button>
        )}
      </Group>
      {dialog === 'cancel' && role !== 'fleetadmin' && (
        <CancelDialog booking={trip} as={role} onClose={() => setDialog(null)} />
      )}
      {dialog === 'pay' && <PayDialog order={{ booking: trip }} onClose={() => setDialog(null)} />}
    </>
  )
}

/** The form opens filled in. */
const BookAgain = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const bookAgain = useBookAgain(trip)
  return (
    <Button size="md" onClick={() => bookAgain()}>
      {t('trip_book_again')}
    </Button>
  )
}
