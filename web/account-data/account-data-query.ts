import { accountDataCalls } from '@remis/domain/privacy/account-data-routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../platform/api/call.ts'

export const accountDataQuery = queryOptions({
  queryKey: ['account-data'],
  queryFn: () => call(accountDataCalls.read, {}),
  // the progress of an export that is being made
  refetchInterval: ({ state }) => (['waiting', 'running'].includes(state.data?.export?.state ?? '') ? 1500 : false),
})
