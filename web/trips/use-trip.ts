import type { BookingView } from '@remis/domain/booking/booking-api'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useLiveBooking } from '../booking-parts/booking-queries.ts'
import { useDriverPosition } from '../booking-parts/use-driver-position.ts'
import { paths } from '../paths.ts'
import { useSession } from '../platform/api/session.ts'
import { useLiveLink } from '../platform/live/live.ts'
import { useRouteAhead } from '../booking-parts/use-route-ahead.ts'
import { useTripTrack } from '../booking-parts/use-trip-track.ts'
import { isArrived, isDrivenBy } from './trip-state.ts'

/** A trip with live updates: booking, car, route ahead and track. */
export const useTrip = (id: string) => {
  useLiveLink()
  // The booking form leaves it in the cache, and an event may have arrived before the code of this page was loaded.
  const { data: trip, error, refetch } = useLiveBooking(id, { refetchOnMount: 'always' })
  const { position, eta, lost } = useDriverPosition(id, trip)
  const { line: route } = useRouteAhead(trip, position)
  const track = useTripTrack(trip, 'end')
  const arrived = trip !== undefined && isArrived(trip.status)
  return { trip, error, refetch, position, eta, lost, route, track: arrived ? track : undefined }
}
export type TripState = ReturnType<typeof useTrip>

/**
 * Opens the ride that takes the place of the one on screen when its driver cancels [design/moves-82]. A ride that was
 * already cancelled when the page opened stays, with a link.
 */
export const useSuccessor = (trip: BookingView | undefined, onFollow: (successor: string) => void): void => {
  const navigate = useNavigate()
  const watched = useRef(false)
  const { id, status, successor } = trip ?? {}
  useEffect(() => {
    if (id === undefined) return
    if (status !== 'CANCELLED') watched.current = true
    else if (successor && watched.current) {
      onFollow(successor)
      void navigate({ to: paths.trip(successor), replace: true })
    }
  }, [id, status, successor, navigate, onFollow])
}

/**
 * Opens the chat of the trip that the reader drives on the driver's screen, which has the steps of the trip. Notices
 * and pushes lead here, because they do not know which trip that is [design/chat-8].
 */
export const useDriveChat = (trip: BookingView | undefined): void => {
  const navigate = useNavigate()
  const { chat } = useSearch({ strict: false }) as { readonly chat?: unknown }
  const person = useSession().user?.id
  const onDrive = chat === 'open' && trip !== undefined && person !== undefined && isDrivenBy(trip, person)
  useEffect(() => {
    if (onDrive) void navigate({ to: paths.driveChat(), replace: true })
  }, [onDrive, navigate])
}
