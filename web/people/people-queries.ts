import type { PersonView } from '@remis/domain/people/people-api'
import { peopleCalls } from '@remis/domain/people/people-routes'
import type { Contract, Reply } from '@remis/domain/kit/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { usePress } from '../platform/api/use-press.ts'
import { onLive, readAgain, refetchAfterReset } from '../platform/live/live.ts'
import { editDelay } from '../platform/list/submit-edit.ts'
import { showError } from '../platform/show-message.ts'

/** All lists and pages of people begin with it. */
export const peopleKey = ['people'] as const

/** Pages of people. */
const personPagesKey = [...peopleKey, 'one'] as const

export const personKey = (id: string) => [...personPagesKey, id] as const

// A driver hands in a document or sends the application, or another admin decides on one [design/documents-6].
onLive('office', (_, subject) => {
  if (subject === 'documents' || subject === 'drivers') void readAgain(personPagesKey)
})
refetchAfterReset(personPagesKey)

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: personKey(id),
    queryFn: async (): Promise<PersonView> => (await call(peopleCalls.get, { params: { id } })).person,
  })

/** What leaving ends, read when a dialog asks; counts of a moment ago would be wrong. */
export const endingQuery = (id: string) =>
  queryOptions({
    queryKey: [...peopleKey, 'ending', id],
    gcTime: 0,
    queryFn: async () => (await call(peopleCalls.ending, { params: { id } })).ending,
  })

type Rows = Reply<typeof peopleCalls.list>['rows']

/** All fleet admins by name, for a choice. */
export const fleetsQuery = queryOptions({
  queryKey: [...peopleKey, 'fleets'],
  staleTime: 60_000,
  queryFn: async (): Promise<Rows> => {
    const rows: Rows = []
    let cursor: string | null | undefined
    do {
      const query = { usertype: 'fleetadmin', sort: 'name', direction: 'asc', limit: 100 } as const
      const page = await call(peopleCalls.list, { query: { ...query, ...(cursor ? { cursor } : {}) } })
      rows.push(...page.rows)
      cursor = page.next
    } while (cursor !== null)
    return rows
  },
})

/**
 * A press that changes a person. It reloads lists and pages, and shows a failure unless `quiet`. `edit`: it is an edit
 * of the table, which is delayed. `run`: makes the call.
 */
export const usePersonChange = <E extends Contract>(
  endpoint: E,
  {
    quiet = false,
    edit = false,
    run = (send) => send(),
  }: {
    readonly quiet?: boolean
    readonly edit?: boolean
    readonly run?: <T>(send: () => Promise<T>) => Promise<T>
  } = {},
) =>
  usePress(endpoint, {
    run: async (send) => {
      if (edit) await editDelay()
      return run(send)
    },
    show: quiet ? () => undefined : showError,
    // Not awaited: an archived person loses the dialog, and with it the callbacks of the press.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: peopleKey }),
  })
