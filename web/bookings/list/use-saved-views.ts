import type { SavedView } from '@remis/domain/booking/list/saved-views-api'
import { savedViewsCalls } from '@remis/domain/booking/booking-routes'
import type { Reply } from '@remis/domain/kit/endpoint'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { keyOf, showError } from '../../platform/show-message.ts'

type Kept = Reply<typeof savedViewsCalls.list>

const keptQuery = queryOptions({
  queryKey: ['saved-views'],
  staleTime: 5 * 60_000,
  queryFn: () => call(savedViewsCalls.list, {}),
})

const change = (part: (held: Kept) => Kept) =>
  queryClient.setQueryData<Kept>(keptQuery.queryKey, (held) => part(held ?? { rows: [], columns: null }))

const byName = (rows: readonly SavedView[]) => rows.toSorted((a, b) => a.name.localeCompare(b.name))

/** Shown at once, then stored; a choice that could not be stored stays for this visit. Demo mode stores none. */
const keepColumns = (columns: readonly string[] | undefined): void => {
  change((held) => ({ ...held, columns: columns === undefined ? null : [...columns] }))
  call(savedViewsCalls.keepColumns, { body: { columns: columns === undefined ? null : [...columns] } }).catch(
    (error: unknown) => {
      if (keyOf(error) !== 'demo_mode') showError(error)
    },
  )
}

const save = async (view: Omit<SavedView, 'id'>): Promise<void> => {
  const { view: saved } = await call(savedViewsCalls.save, { body: view })
  change((held) => ({ ...held, rows: byName([...held.rows.filter(({ id }) => id !== saved.id), saved]) }))
}

const rename = async (id: string, name: string): Promise<void> => {
  const { view } = await call(savedViewsCalls.rename, { body: { id, name } })
  change((held) => ({ ...held, rows: byName(held.rows.map((one) => (one.id === id ? view : one))) }))
}

const remove = async (id: string): Promise<void> => {
  await call(savedViewsCalls.remove, { body: { id } })
  change((held) => ({ ...held, rows: held.rows.filter((one) => one.id !== id) }))
}

/** What this person keeps of the booking list: views by name, and the columns last chosen [design/web-83]. */
export const useSavedViews = () => {
  const { data, isPending } = useQuery(keptQuery)
  return {
    views: data?.rows ?? none,
    columns: data?.columns ?? undefined,
    isPending,
    keepColumns,
    save,
    rename,
    remove,
  }
}

const none: readonly SavedView[] = []
