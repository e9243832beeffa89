import type { BookingView } from '@remis/domain/booking/booking-api'
import { recordCalls } from '@remis/domain/booking/booking-routes'
import { bookingMoneyCalls } from '@remis/domain/payments/payments-routes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { bookingKeys } from '../../booking-parts/booking-cache.ts'
import { call } from '../../platform/api/call.ts'

type Of = Pick<BookingView, 'id' | 'version' | 'status' | 'deliveryCodeLocked'>

/** Assignments and wrong codes make no new version, so that an open booking is asked again. */
const openFor = ({ status, deliveryCodeLocked }: Of): number | false =>
  status === 'NEW' || status === 'ARRIVED' || status === 'ACCEPTED' || deliveryCodeLocked !== undefined ? 10_000 : false

/** Read again with each version of the booking. */
export const eventsQuery = (booking: Of) =>
  queryOptions({
    queryKey: [...bookingKeys.record(booking.id), 'events', booking.version],
    placeholderData: keepPreviousData,
    refetchInterval: openFor(booking),
    queryFn: () => call(recordCalls.events, { params: { id: booking.id } }),
  })

/** A payment or a refund that is under way ends without a new version of the booking. */
export const moneyQuery = (booking: Of) =>
  queryOptions({
    queryKey: [...bookingKeys.record(booking.id), 'money', booking.version],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.payments.some(
        ({ state, refunds }) => state === 'waiting' || refunds.some(({ doneAt }) => doneAt === null),
      ) === true
        ? 10_000
        : false,
    queryFn: () => call(bookingMoneyCalls.read, { params: { id: booking.id } }),
  })
