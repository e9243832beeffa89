import type { PaymentView } from '@remis/domain/payments/payments-api'
import { paymentsCalls } from '@remis/domain/payments/payments-routes'
import { queryOptions } from '@tanstack/react-query'
import { isGone } from '../platform/api/call-outcome.ts'
import { call } from '../platform/api/call.ts'

/** Polling intervals, ms: short at first for a pending payment; false where nothing will change. */
export const pollInterval = (
  state: PaymentView['state'] | undefined,
  error: unknown,
  asked: number,
): number | false => {
  if (state === undefined) return isGone(error) ? false : 5000
  if (state === 'waiting') return asked < 15 ? 1500 : 5000
  // the office decides
  return state === 'review' ? 15_000 : false
}

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment', id],
    refetchInterval: ({ state }) => pollInterval(state.data?.state, state.error, state.dataUpdateCount),
    queryFn: async () => (await call(paymentsCalls.get, { params: { id } })).payment,
  })

/** Empty if no payment provider is set up. */
export const gatewaysQuery = queryOptions({
  queryKey: ['providers'],
  staleTime: 60_000,
  queryFn: () => call(paymentsCalls.providers, {}),
})
