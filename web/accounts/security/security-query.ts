import { securityCalls } from '@remis/domain/accounts/security-routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { sessionQuery } from '../../platform/api/session.ts'

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: () => call(securityCalls.security, {}),
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await call(securityCalls.sessions, {})).rows,
})

/** After a change of how to sign in. */
export const reloadSecurity = async (): Promise<void> => {
  await Promise.all(
    [securityQuery.queryKey, sessionsQuery.queryKey, sessionQuery.queryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
