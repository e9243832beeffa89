import { statementsCalls } from '@remis/domain/reports/reports-routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'
import type { Days } from './period.ts'

/** The statement of a person; `own`: of the reader. */
export const statementQuery = (of: string, { from, until }: Days) =>
  queryOptions({
    queryKey: ['statement', of, from, until],
    // another owner's statement is not shown in between
    placeholderData: (before, query) => (query?.queryKey[1] === of ? before : undefined),
    retry: false,
    queryFn: async () =>
      (of === 'own'
        ? await call(statementsCalls.own, { query: { from, until } })
        : await call(statementsCalls.of, { params: { id: of }, query: { from, until } })
      ).statement,
  })
