import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls, endingsCalls } from '@remis/domain/booking/booking-routes'
import { isConfirmedArrival } from '@remis/domain/booking/booking-status'
import type { Contract } from '@remis/domain/kit/endpoint'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { bookingKeys, newer, putBooking } from './booking-cache.ts'
import { isRefused } from '../platform/api/call-outcome.ts'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { useSession } from '../platform/api/session.ts'
import { usePress } from '../platform/api/use-press.ts'
import { useConnection } from '../platform/live/connection.ts'
import { keyOf } from '../platform/show-message.ts'
import { serverNow } from '../platform/api/server-clock.ts'

export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: bookingKeys.one(id),
    queryFn: async (): Promise<BookingView> => {
      const { booking } = await call(bookingsCalls.get, { params: { id } })
      return newer(queryClient.getQueryData<BookingView>(bookingKeys.one(id)), booking)
    },
  })

/** The booking with live updates. Polls while the live link is down (a proxy may refuse it). */
export const useLiveBooking = (id: string, { refetchOnMount }: { readonly refetchOnMount?: 'always' } = {}) => {
  const connection = useConnection()
  return useQuery({
    ...bookingQuery(id),
    ...(refetchOnMount === undefined ? {} : { refetchOnMount }),
    refetchInterval: connection === 'online' ? false : 8000,
  })
}

const hasBooking = (reply: unknown): reply is { booking: BookingView } =>
  typeof reply === 'object' && reply !== null && 'booking' in reply

const idOf = (input: unknown): string | undefined =>
  (input as { readonly params?: { readonly id?: string } }).params?.id

/**
 * A press that moves a booking. Puts the answer into the cache; reloads bookings after a refusal. `seen`: the version
 * that the reader decided on, of the first render; if the booking has moved on, shows what has changed since
 * [design/web-93].
 */
export const useMove = <E extends Contract>(endpoint: E, seen?: number) => {
  const decidedOn = useRef(seen)
  return usePress(endpoint, {
    onSuccess: (reply) => {
      if (hasBooking(reply)) putBooking(queryClient, reply.booking)
    },
    onError: (error, input) => {
      const id = idOf(input)
      if (id !== undefined && decidedOn.current !== undefined && keyOf(error) === 'booking_moved_on')
        queryClient.setQueryData(bookingKeys.stale(id), decidedOn.current)
      if (isRefused(error)) void queryClient.invalidateQueries({ queryKey: bookingKeys.all })
    },
  })
}

/** How long the terms of a cancel may be shown before they are read again: the driver may come nearer, ms. */
const termsFor = 15_000

/** What cancelling costs now; read again when the booking moves and when the next step of the fee starts. */
export const useCancellation = (id: string, version: number | undefined, enabled = true) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['cancellation', id, version],
    enabled,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const rises = state.data?.rises ?? null
      return rises === null ? termsFor : Math.min(termsFor, Math.max(1000, rises.at - serverNow() + 500))
    },
    queryFn: () => call(endingsCalls.cancellation, { params: { id } }),
  })
  const leftPickup = data?.free?.because === 'left-pickup'
  return { cancellation: data, leftPickup, error: data === undefined ? error : null, refetch }
}

/** Whether the driver has left a confirmed arrival. Only the rider of such a trip asks the server [design/moves-72]. */
export const useLeftPickup = (trip: BookingView): boolean => {
  const { user } = useSession()
  const waitedFor = user?.usertype === 'rider' && isConfirmedArrival(trip)
  return useCancellation(trip.id, trip.version, waitedFor).leftPickup && waitedFor
}
