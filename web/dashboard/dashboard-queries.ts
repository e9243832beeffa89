import { dashboardCalls } from '@remis/domain/dashboard/dashboard-routes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../platform/api/call.ts'
import { makeReader, onLive, refetchAfterReset } from '../platform/live/live.ts'
import type { MapBox } from '../ui/map/map-props.ts'

const key = ['dashboard'] as const
const nowKey = [...key, 'now'] as const

/** What changes without an event (a driver goes offline, a limit of time passes) is seen after this. ms */
const everyMs = 10_000

export const nowQuery = queryOptions({
  queryKey: nowKey,
  staleTime: 0,
  refetchInterval: everyMs,
  queryFn: () => call(dashboardCalls.now, {}),
})

export const chartsQuery = queryOptions({
  queryKey: [...key, 'charts'],
  staleTime: 60_000,
  refetchInterval: 60_000,
  queryFn: () => call(dashboardCalls.charts, {}),
})

/** Polls the positions of the cars in a box; `null`: all cars, while no map is loaded or can be drawn. */
export const carsQuery = (box: MapBox | null) =>
  queryOptions({
    queryKey: [...key, 'cars', box],
    staleTime: 0,
    gcTime: 30_000,
    refetchInterval: 4000,
    placeholderData: keepPreviousData,
    queryFn: () => call(dashboardCalls.cars, { query: box ?? {} }),
  })

/** Many bookings change in a second: the dashboard is read again once. */
const readSoon = makeReader(nowKey, 700)
onLive('booking', readSoon)
onLive('notice', readSoon)
refetchAfterReset(key)
