import { dashboardCalls } from '@remis/domain/dashboard/dashboard-routes'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'
import { makeReader, onLive, refetchAfterReset } from '../../platform/live/live.ts'
import { restMs } from '../../platform/live/waiting-lists.ts'

const key = ['office-counts'] as const

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

const readSoon = makeReader(key, restMs)
onLive('booking', readSoon)
onLive('notice', readSoon)
onLive('office', readSoon)
refetchAfterReset(key)
