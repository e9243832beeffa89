import type { Traffic } from '@remis/domain/traffic/traffic-api'
import { trafficCalls } from '@remis/domain/traffic/traffic-routes'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { onLive, readAgain, refetchAfterReset } from '../platform/live/live.ts'
import { showFailure } from '../platform/show-message.ts'

const key = ['traffic'] as const

/** Trips are added without an event, ms. */
const readEveryMs = 30_000

export const trafficQuery = queryOptions({
  queryKey: key,
  refetchInterval: readEveryMs,
  queryFn: () => call(trafficCalls.read, {}),
})

const refresh = () => readAgain(key)

onLive('office', (_, subject) => {
  if (subject === 'traffic') void refresh()
})
refetchAfterReset(key)

/** Accepts the suggestions or sets back to free flow, on the version that the admin sees. */
export const useTrafficChange = (name: 'accept' | 'clear') =>
  useMutation({
    mutationFn: (version: number) => call(trafficCalls[name], { body: { version } }),
    onSuccess: (traffic: Traffic) => queryClient.setQueryData(key, traffic),
    onError: (error) => {
      showFailure(error)
      void refresh()
    },
  })
