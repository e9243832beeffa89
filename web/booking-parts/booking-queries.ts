import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import type { Contract, Input, Reply } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { bookingKeys, newer, putBooking } from './booking-cache.ts'
import { call } from '../platform/call.ts'
import { newKey } from '../platform/plain-call.ts'
import { queryClient } from '../platform/query.ts'
import { showError } from '../platform/show-message.ts'
import './live-bookings.ts'

export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: bookingKeys.one(id),
    queryFn: async (): Promise<BookingView> => {
      const { booking } = await call(bookingsCalls.get, { params: { id } })
      return newer(queryClient.getQueryData<BookingView>(bookingKeys.one(id)), booking)
    },
  })

const hasBooking = (reply: unknown): reply is { booking: BookingView } =>
  typeof reply === 'object' && reply !== null && 'booking' in reply

/** The network failed or the server was busy: the same call may be made again with the same key. */
export const mayHaveHappened = (error: unknown): boolean =>
  !(error instanceof AppError) || error.status === 503 || error.status === 429 || error.key === 'still_in_progress'

/**
 * A button that moves a booking. Pressed again after a failed network it repeats the same request under the same
 * idempotency key, so that nothing happens twice. The answer goes into the cache; a refusal is shown.
 */
export const useMove = <E extends Contract>(endpoint: E) => {
  const open = useRef<{ readonly said: string; readonly key: string } | null>(null)
  return useMutation({
    mutationFn: async (input: Input<E>): Promise<Reply<E>> => {
      const said = JSON.stringify(input)
      if (open.current?.said !== said) open.current = { said, key: newKey() }
      return call(endpoint, input, { key: open.current.key })
    },
    onSuccess: (reply) => {
      open.current = null
      if (hasBooking(reply)) putBooking(queryClient, reply.booking)
    },
    onError: (error) => {
      if (!mayHaveHappened(error)) {
        open.current = null
        void queryClient.invalidateQueries({ queryKey: bookingKeys.all })
      }
      showError(error)
    },
  })
}
