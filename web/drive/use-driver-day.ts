import { dispatchCalls } from '@remis/domain/dispatch/dispatch-routes'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { call } from '../platform/api/call.ts'
import { onLive, refetchAfterReset, useLive } from '../platform/live/live.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { showError } from '../platform/show-message.ts'

const dayQuery = queryOptions({
  queryKey: bookingKeys.day,
  // Who has just gone online is not placed yet: that passes with the first position.
  refetchInterval: ({ state }) => (state.data?.hint === 'no-position' ? 1500 : 60_000),
  queryFn: () => call(dispatchCalls.day, {}),
})

onLive('wallet', () => void queryClient.invalidateQueries({ queryKey: bookingKeys.day }))
refetchAfterReset(bookingKeys.day, ['earnings'])

/** The driver's switch, what today brought, and the trip that is under way. */
export const useDriverDay = () => {
  const { data: day, error, refetch } = useQuery(dayQuery)
  // A trip that ends or is cancelled from the other side changes the day too.
  useLive('booking', () => void queryClient.invalidateQueries({ queryKey: bookingKeys.day }))
  const turn = useMutation({
    mutationFn: (online: boolean) => call(dispatchCalls.goOnline, { body: { online } }),
    onSuccess: (next) => {
      // The first position is on its way: only when it does not arrive the driver has to hear of it.
      const unplaced = next.hint === 'no-position'
      queryClient.setQueryData(dayQuery.queryKey, unplaced ? { ...next, hint: null } : next)
      if (unplaced) setTimeout(() => void queryClient.invalidateQueries({ queryKey: bookingKeys.day }), 4000)
      void queryClient.invalidateQueries({ queryKey: bookingKeys.offers })
    },
    onError: showError,
  })
  return { day, error, refetch, turn }
}
