import { Button } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { useSession } from '../../platform/api/session.ts'
import { useSettings } from '../../platform/api/settings.ts'
import classes from '../bookings.module.css'
import { OfficeActions } from './OfficeActions.tsx'
import { RevealCode } from './RevealCode.tsx'
import { rowActions, type RowAction } from '../row-actions.ts'

interface Props {
  readonly booking: BookingView
  readonly onAction: (action: RowAction, booking: BookingView) => void
}

/** What this reader may do with a booking now; what the domain refuses is not offered. */
export const BookingActions = ({ booking, onAction }: Props) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const settings = useSettings()
  const navigate = useNavigate()
  if (user === null) return null
  const admin = user.usertype === 'admin'
  const words = {
    cancel: admin ? 'cancel_booking' : 'cancel_ride',
    assign: 'assign',
    pay: 'pay_now',
    again: 'trip_book_again',
  } as const
  const actions = rowActions(booking, { id: user.id, role: user.usertype }, settings)
  return (
    <>
      {actions.length > 0 && (
        <div className={classes.do}>
          {actions.map((action) => (
            <Button
              key={action}
              variant="light"
              {...(action === 'cancel' ? { color: 'red' } : {})}
              onClick={() =>
                action === 'again' ? void navigate({ to: paths.bookAgain(booking.id) }) : onAction(action, booking)
              }
            >
              {t(words[action])}
            </Button>
          ))}
        </div>
      )}
      {admin && <RevealCode key={booking.version} booking={booking} viewer={{ id: user.id, role: 'admin' }} />}
      {admin && <OfficeActions booking={booking} viewer={user.id} />}
    </>
  )
}
