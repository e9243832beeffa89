import { dashboardCalls } from '@remis/domain/dashboard/dashboard-routes'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'
import { onLive, readAgain, refetchAfterReset } from '../../platform/live/live.ts'

const key = ['office-counts'] as const

/** However many events arrive, the counts are read again this often at most. ms */
const restMs = 2000
/** What changes without an event (a search takes too long) is seen after this. ms */
const everyMs = 30_000

/** What waits for the office, read again after events and with this page's own changes [design/web-114]. */
export const useOfficeCounts = (enabled: boolean) =>
  useQuery({
    queryKey: key,
    enabled,
    refetchInterval: everyMs,
    queryFn: () => call(dashboardCalls.counts, {}),
  }).data

let due: ReturnType<typeof setTimeout> | undefined
const readSoon = () => {
  due ??= setTimeout(() => {
    due = undefined
    void readAgain(key)
  }, restMs)
}
onLive('booking', readSoon)
onLive('notice', readSoon)
onLive('office', readSoon)
refetchAfterReset(key)
