import type { AlertView } from '@remis/domain/safety/safety-api'
import { safetyDeskCalls } from '@remis/domain/safety/safety-routes'
import type { Contract } from '@remis/domain/kit/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../platform/api/call.ts'
import { usePress } from '../platform/api/use-press.ts'
import { onLive, readAgain, refetchAfterReset } from '../platform/live/live.ts'

export const alertsKey = ['safety-alerts'] as const
export const urgentKey = ['safety-urgent'] as const

/** Without an event the red alerts are read this often, ms. */
const urgentEveryMs = 10_000

/** The red alerts that no admin has acknowledged. */
export const urgentQuery = queryOptions({
  queryKey: urgentKey,
  staleTime: 0,
  refetchInterval: urgentEveryMs,
  // a page in the background rings too
  refetchIntervalInBackground: true,
  queryFn: async () => (await call(safetyDeskCalls.urgent, {})).rows,
})

/** An alert beside the list; its car moves, so it is read again. */
export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: [...alertsKey, 'one', id],
    staleTime: 0,
    refetchInterval: urgentEveryMs,
    queryFn: async (): Promise<AlertView> => (await call(safetyDeskCalls.get, { params: { id } })).alert,
  })

export const refreshAlerts = (): Promise<unknown> =>
  Promise.all([alertsKey, urgentKey].map((queryKey) => readAgain(queryKey)))

onLive('office', (_, subject) => {
  if (subject === 'safety') void refreshAlerts()
})
refetchAfterReset(alertsKey, urgentKey)

type Step = (typeof safetyDeskCalls)['take' | 'note' | 'close']

/** A step of the office. It reloads alerts after a failure too: another admin may have been faster. */
export const useAlertStep = <E extends Step & Contract>(endpoint: E) => usePress(endpoint, { onSettled: refreshAlerts })
