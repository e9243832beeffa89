import type { BookingView } from '@remis/domain/booking/booking-api'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '../paths.ts'

/**
 * Opens the ride that takes the place of the one on screen when its driver cancels [design/moves-82]. A ride that was
 * already cancelled when the page opened stays, with a link.
 */
export const useSuccessor = (trip: BookingView | undefined): void => {
  const navigate = useNavigate()
  const watched = useRef<string | null>(null)
  const { id, status, successor } = trip ?? {}
  useEffect(() => {
    if (id === undefined) return
    if (status !== 'CANCELLED') watched.current = id
    else if (successor && watched.current === id) void navigate({ to: paths.trip(successor), replace: true })
  }, [id, status, successor, navigate])
}
