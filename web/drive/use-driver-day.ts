import type { DriverDay } from '@remis/domain/dispatch/dispatch-api'
import { dispatchCalls } from '@remis/domain/dispatch/dispatch-routes'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { call } from '../platform/api/call.ts'
import { onLive, readAgain, refetchAfterReset, useLive } from '../platform/live/live.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { showError } from '../platform/show-message.ts'
import { makeDayPace } from './day-pace.ts'

const pace = makeDayPace(() => performance.now())

const dayQuery = queryOptions({ queryKey: bookingKeys.day, queryFn: () => call(dispatchCalls.day, {}) })

/** The sums of the day and the list of earnings [design/web-178]. */
const readDay = (): void => {
  void readAgain(bookingKeys.day)
  void readAgain(bookingKeys.earnings)
}

onLive('wallet', readDay)
// the server sets a driver offline when the phone has sent no position for a while
onLive('notice', ({ message }) => {
  if (message === 'notice_set_offline') void readAgain(bookingKeys.day)
})
refetchAfterReset(bookingKeys.day, bookingKeys.earnings)

/** A closed trip is no longer the active one: the day in memory may still name it, and would open it again. */
export const forgetTrip = (id: string): void => {
  queryClient.setQueryData(dayQuery.queryKey, (day) =>
    day?.activeBooking === id ? { ...day, activeBooking: null } : day,
  )
  void queryClient.invalidateQueries({ queryKey: bookingKeys.day })
}

/** The phone has found its position: the server has it soon. */
export const positionFound = (): void => {
  pace.begin()
  void queryClient.invalidateQueries({ queryKey: bookingKeys.day })
}

/** Online, or on a trip: the phone sends positions. */
export const isWorking = (day: DriverDay | undefined): boolean =>
  day !== undefined && (day.online || day.activeBooking !== null)

/** Keeps the driver's day up to date, and returns it. */
export const useDayWatch = (): DriverDay | undefined => {
  // a trip that ends or is cancelled by the rider changes the day too
  useLive('booking', readDay)
  return useQuery({ ...dayQuery, refetchInterval: ({ state }) => pace.interval(state.data?.hint) }).data
}

/** The driver's switch, today's trips and earnings, and the active trip. */
export const useDriverDay = () => {
  const { data: day, error, refetch } = useQuery(dayQuery)
  const turn = useMutation({
    mutationFn: (online: boolean) => call(dispatchCalls.goOnline, { body: { online } }),
    onSuccess: (next) => {
      // the first position is on its way: show the hint only if it does not arrive
      const unplaced = next.hint === 'no-position'
      queryClient.setQueryData(dayQuery.queryKey, unplaced ? { ...next, hint: null } : next)
      if (unplaced) setTimeout(() => void queryClient.invalidateQueries({ queryKey: bookingKeys.day }), 4000)
      void queryClient.invalidateQueries({ queryKey: bookingKeys.offers })
    },
    onError: showError,
  })
  return { day, error, refetch, turn }
}
