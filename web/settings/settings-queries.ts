import { settingsCalls } from '@remis/domain/backoffice/backoffice-routes'
import { mapServicesCalls } from '@remis/domain/maps/map-services-routes'
import { paymentsCalls } from '@remis/domain/payments/payments-routes'
import type { Reply } from '@remis/domain/kit/endpoint'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { refetchAfterReset } from '../platform/live/live.ts'

export type AllSettings = Reply<typeof settingsCalls.read>

/** Every setting with its version, for admins. Another admin may have saved a moment ago. */
export const allSettingsQuery = queryOptions({
  queryKey: ['office-settings'],
  queryFn: () => call(settingsCalls.read, {}),
  staleTime: 0,
})

export const historyQuery = infiniteQueryOptions({
  queryKey: ['settings-history'],
  queryFn: ({ pageParam }) =>
    call(settingsCalls.history, { query: { limit: 10, ...(pageParam === null ? {} : { cursor: pageParam }) } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

export const checklistQuery = queryOptions({
  queryKey: ['settings-checklist'],
  queryFn: () => call(settingsCalls.checklist, {}),
  staleTime: 0,
})

export const mapServicesQuery = queryOptions({
  queryKey: ['map-services'],
  queryFn: () => call(mapServicesCalls.list, {}),
  staleTime: 0,
  refetchInterval: 30_000,
})

/** The card gateways of the server; only a restart changes them. */
export const gatewaysQuery = queryOptions({
  queryKey: ['card-gateways'],
  queryFn: () => call(paymentsCalls.gateways, {}),
  staleTime: 0,
})

/** What does not fit the map in use, which may change at any time. */
export const mapProposalQuery = queryOptions({
  queryKey: ['settings-map'],
  queryFn: () => call(settingsCalls.map, {}),
  staleTime: 0,
})

const keys = [allSettingsQuery.queryKey, historyQuery.queryKey, checklistQuery.queryKey, mapProposalQuery.queryKey]

/** Reads all settings queries again, after a change by this or another admin. */
export const readSettingsAgain = async (): Promise<void> => {
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
refetchAfterReset(...keys)
