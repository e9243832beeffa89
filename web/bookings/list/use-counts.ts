import type { Reply } from '@remis/domain/kit/endpoint'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { activeStatuses, type Status } from '@remis/domain/booking/statuses'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'
import { makeReader, onLive, refetchAfterReset } from '../../platform/live/live.ts'
import { officeBookingList } from './booking-list.ts'

const key = ['booking-counts'] as const

/** The counts are reloaded at most once in this time, ms [design/web-81]. */
const everyMs = 5000
onLive('booking', makeReader(key, everyMs))
refetchAfterReset(key)

type Counts = Reply<typeof bookingsCalls.counts>

/** A count as it is shown: nothing for 0, "1000+" past the most that is counted. */
export const shownCount = (rows: number, most: number, write: (value: number) => string): string | undefined =>
  rows === 0 ? undefined : rows > most ? `${write(most)}+` : write(rows)

/** The count of a status or of a group of them; undefined where none is shown. */
export const countOf = (
  counts: Counts | undefined,
  id: string,
  write: (value: number) => string,
): string | undefined => {
  if (counts === undefined) return undefined
  const rows =
    id === 'open'
      ? activeStatuses.reduce((sum, status) => sum + (counts.statuses[status] ?? 0), 0)
      : id === 'review' || id === 'fare' || id === 'later'
        ? (counts[id] ?? 0)
        : (counts.statuses[id as Status] ?? 0)
  return shownCount(rows, counts.most, write)
}

/** How many bookings each pill has. A search is not counted: it would read too much. */
export const useCounts = (narrowing: Readonly<Record<string, string>>, enabled: boolean): Counts | undefined => {
  const { data } = useQuery({
    queryKey: [...key, narrowing],
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: officeBookingList.renewMs,
    queryFn: () => call(bookingsCalls.counts, { query: narrowing as never }),
  })
  return enabled ? data : undefined
}
