import type { BookingView } from '@remis/domain/booking/booking-api'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { lazyPart } from '../platform/page/lazy-part.tsx'

const ChangedSince = lazyPart(async () => (await import('./page/ChangedSince.tsx')).ChangedSince, ['booking-page'])

/** What others did after the reader decided, when an action was refused because of it [design/web-93]. */
export const WhatChanged = ({ booking }: { booking: BookingView }) => {
  const { data: seen } = useQuery<number | null>({
    queryKey: bookingKeys.stale(booking.id),
    enabled: false,
    queryFn: () => null,
  })
  if (seen === undefined || seen === null) return null
  return (
    <Suspense>
      <ChangedSince booking={booking} version={seen} />
    </Suspense>
  )
}
