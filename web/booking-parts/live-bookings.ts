import { onLive, refetchAfterReset } from '../platform/live.ts'
import { queryClient } from '../platform/query.ts'
import { bookingKeys, putBooking } from './booking-cache.ts'

let listsDue: ReturnType<typeof setTimeout> | undefined

/** The server decides which rows a list holds. Lists are fetched again at most every two seconds. */
const refreshLists = (): void => {
  listsDue ??= setTimeout(() => {
    listsDue = undefined
    void queryClient.invalidateQueries({ queryKey: bookingKeys.lists })
  }, 2000)
}

onLive('booking', (booking) => {
  if (!putBooking(queryClient, booking)) refreshLists()
})
refetchAfterReset(bookingKeys.all, bookingKeys.lists, ['position'], ['dispatch'])
