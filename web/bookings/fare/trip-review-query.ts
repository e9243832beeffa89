import type { BookingView } from '@remis/domain/booking/booking-api'
import { tripReviewCalls } from '@remis/domain/booking/booking-routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { bookingKeys } from '../../booking-parts/booking-cache.ts'
import { call } from '../../platform/api/call.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { showError } from '../../platform/show-message.ts'

const keyOf = (id: string) => [...bookingKeys.corrections(id), 'review']

/** What of an ended trip waits for the office; asked by admins only, who see a fare's flags. */
export const useTripReview = (booking: BookingView) =>
  useQuery({
    queryKey: [...keyOf(booking.id), booking.version],
    enabled: booking.endTime !== null && booking.fareFlags !== undefined,
    queryFn: () => call(tripReviewCalls.read, { params: { id: booking.id } }),
  })

/** The office has looked: lists and counts have one less. */
export const useLooked = (id: string, route: typeof tripReviewCalls.release | typeof tripReviewCalls.checkFare) =>
  useMutation({
    mutationFn: (): Promise<unknown> => call(route, { params: { id }, body: {} }),
    onError: showError,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keyOf(id) }),
        queryClient.invalidateQueries({ queryKey: bookingKeys.lists }),
      ]),
  })
