import type { SavedView } from '@remis/domain/booking/list/saved-views-api'
import { savedViewsCalls } from '@remis/domain/booking/booking-routes'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { keyOf, showError } from '../../platform/show-message.ts'

const keptQuery = queryOptions({
  queryKey: ['saved-views'],
  staleTime: 5 * 60_000,
  queryFn: () => call(savedViewsCalls.list, {}),
})

/** Changes the cached views, or reloads them if they are not loaded, since this view would hide the others. */
const changeRows = (part: (rows: readonly SavedView[]) => readonly SavedView[]) => {
  const held = queryClient.getQueryData(keptQuery.queryKey)
  if (held === undefined) void queryClient.invalidateQueries({ queryKey: keptQuery.queryKey })
  else queryClient.setQueryData(keptQuery.queryKey, { ...held, rows: [...part(held.rows)] })
}

/** The columns chosen on this visit, kept apart from the saved views, which may not be loaded; null: the usual ones. */
const chosenQuery = queryOptions<readonly string[] | null>({
  queryKey: ['chosen-columns'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

const byName = (rows: readonly SavedView[]) => rows.toSorted((a, b) => a.name.localeCompare(b.name))

/** Shown at once, then stored; a choice that could not be stored stays for this visit. Demo mode stores none. */
const keepColumns = (columns: readonly string[] | undefined): void => {
  const chosen = columns === undefined ? null : [...columns]
  queryClient.setQueryData(chosenQuery.queryKey, chosen)
  call(savedViewsCalls.keepColumns, { body: { columns: chosen } }).catch((error: unknown) => {
    if (keyOf(error) !== 'demo_mode') showError(error)
  })
}

const save = async (view: Omit<SavedView, 'id'>): Promise<void> => {
  const { view: saved } = await call(savedViewsCalls.save, { body: view })
  changeRows((rows) => byName([...rows.filter(({ id }) => id !== saved.id), saved]))
}

const rename = async (id: string, name: string): Promise<void> => {
  const { view } = await call(savedViewsCalls.rename, { body: { id, name } })
  changeRows((rows) => byName(rows.map((one) => (one.id === id ? view : one))))
}

const remove = async (id: string): Promise<void> => {
  await call(savedViewsCalls.remove, { body: { id } })
  changeRows((rows) => rows.filter((one) => one.id !== id))
}

/** What this person keeps of the booking list: views by name, and the columns last chosen [design/web-83]. */
export const useSavedViews = () => {
  const { data, isPending } = useQuery(keptQuery)
  const { data: chosen } = useQuery(chosenQuery)
  return {
    views: data?.rows ?? none,
    columns: (chosen === undefined ? data?.columns : chosen) ?? undefined,
    isPending,
    keepColumns,
    save,
    rename,
    remove,
  }
}

const none: readonly SavedView[] = []
