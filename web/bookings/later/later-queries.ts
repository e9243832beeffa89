import { laterCalls } from '@remis/domain/booking/booking-routes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'
import { makeReader, onLive, refetchAfterReset } from '../../platform/live/live.ts'

const key = ['later-bookings'] as const

export const laterQuery = (from: string, days: number) =>
  queryOptions({
    queryKey: [...key, from, days],
    staleTime: 0,
    // a reservation ends without an event
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
    queryFn: () => call(laterCalls.list, { query: { from, days } }),
  })

/** Many bookings change in a second: the calendar is read again once. */
onLive('booking', makeReader(key, 1000))
refetchAfterReset(key)
