import { bookingCan } from '@remis/domain/booking/booking-status'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bookingQuery } from '../../booking-parts/booking-queries.ts'
import { useSession } from '../../platform/api/session.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { showFailure, showMessage } from '../../platform/show-message.ts'
import { AssignDialog } from '../assign/AssignDialog.tsx'

/**
 * Assigns a driver to a booking of the calendar. Reloads it first: it may have moved on, or a search may be running.
 * The dialog reports later moves, including the assignment itself [design/web-94].
 */
export const AssignLater = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { user } = useSession()
  const settings = useSettings()
  const { data: booking, error, isFetchedAfterMount } = useQuery({ ...bookingQuery(id), staleTime: 0 })
  const [opened, setOpened] = useState(false)
  const unread = booking === undefined ? error : null
  const unknown = booking === undefined || !isFetchedAfterMount || user === null || settings === undefined
  const refusal =
    opened || unknown
      ? null
      : bookingCan.assignDriver(booking, { id: user.id, role: user.usertype }, settings)
        ? null
        : booking.status === 'NEW'
          ? 'auto_dispatch_on'
          : 'booking_moved_on'
  useEffect(() => {
    if (refusal !== null) showMessage(refusal)
    else if (unread !== null) showFailure(unread)
    else return
    onClose()
  }, [refusal, unread, onClose])
  if (!opened && !unknown && refusal === null) setOpened(true)
  if (booking === undefined || !opened) return null
  const close = () => {
    void queryClient.invalidateQueries({ queryKey: ['later-bookings'] })
    onClose()
  }
  return <AssignDialog booking={booking} onClose={close} />
}
