import type { Contract, Reply, Route } from '@remis/domain/kit/endpoint'
import type { ExportFormat } from '@remis/domain/kit/list'
import { AppError } from '@remis/domain/messages/app-error'
import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { ListState } from '../../ui/table/list-state.ts'
import { call } from '../api/call.ts'
import { i18n } from '../i18n.ts'
import { useConnection } from '../live/connection.ts'
import { download } from './download.ts'
import {
  changeAddress,
  listQueryOf,
  pageSize,
  readAddress,
  writeAddress,
  type ListAddress,
  type ListDeclaration,
} from './list-address.ts'
import { pagesAround } from './list-pages.ts'
import { openedFrom, stepBack } from '../page/opened-from.ts'
import { showError } from '../show-message.ts'
import { withSearch } from '../page/with-search.ts'

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
  readonly total?: number | undefined
}

type RowOf<E extends Contract> = Reply<E> extends { readonly rows: readonly (infer Row)[] } ? Row : never

/** A list of the server as a screen declares it, once, outside of its component. */
export interface ListOf<E extends Contract> extends ListDeclaration {
  /** Query key of the pages. A changed row invalidates every key that begins with it. */
  readonly key: QueryKey
  readonly endpoint: E
  /** filters in the words of the endpoint, where the address has others; `q` is the search */
  readonly queryOf?: (filters: Readonly<Record<string, string>>, q: string) => Readonly<Record<string, string>>
  /** the same list as a file */
  readonly file?: Route
  /** live events keep it current: it is fetched again by time only while there is no connection */
  readonly live?: boolean
  /** also with live events it is fetched again after this time, ms: its rows change with the clock alone */
  readonly renewMs?: number
}

const refreshMs = 10_000

const hasCursor = (key: QueryKey | undefined): boolean =>
  (key?.at(-1) as { readonly cursor?: string } | undefined)?.cursor !== undefined

/** One page of a list as the address asks for it: filters, search, order, page, columns and the opened row. */
export const useList = <E extends Contract>(
  list: ListOf<E>,
): ListState<RowOf<E>> & { readonly address: ListAddress; readonly change: (part: Partial<ListAddress>) => void } => {
  const connection = useConnection()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const { history } = useRouter()
  const address = useMemo(() => readAddress(search, list), [search, list])
  const filters = list.queryOf?.(address.filters, address.q) ?? address.filters
  const query = { ...listQueryOf(address, list.pageRows), ...filters }
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...list.key, query],
    // Not a page that was left because it is empty.
    placeholderData: (before, of) => (before?.rows.length === 0 && hasCursor(of?.queryKey) ? undefined : before),
    refetchInterval: list.live && connection !== 'online' ? refreshMs : (list.renewMs ?? false),
    queryFn: () => call(list.endpoint, { query } as never) as Promise<Page<RowOf<E>>>,
  })

  // Cursors lead forward only: where the pages before began is remembered as they are passed.
  const [starts, setStarts] = useState<{ list: string; cursors: Readonly<Record<number, string | undefined>> }>({
    list: '',
    cursors: {},
  })
  const { cursor: _cursor, limit: _limit, ...same } = { cursor: undefined, ...query }
  const name = JSON.stringify(same)
  const cursors = starts.list === name ? starts.cursors : {}

  const change = (part: Partial<ListAddress>) => {
    const target = writeAddress(changeAddress(address, part), list)
    if (address.id !== undefined && target['id'] === undefined && stepBack(history, target)) return
    const opens = address.id === undefined && target['id'] !== undefined
    void navigate({
      to: '.',
      ...withSearch(target),
      // Pages and an opened row are steps that the back button undoes; typing and filtering are not.
      replace: !(opens || 'cursor' in part),
      state: opens ? openedFrom(writeAddress(address, list)) : true,
      // A row that opens leaves the list where it is.
      resetScroll: !('id' in part || 'columns' in part),
    })
  }
  const { next, previous, emptied } = pagesAround(address, cursors, data, isPlaceholderData)
  const goOn = (to: typeof next & object) => {
    setStarts({ list: name, cursors: { ...cursors, [address.page]: address.cursor } })
    change(to)
  }
  const leaves = emptied && !isFetching
  useEffect(() => {
    if (!leaves || previous === null) return
    const search = writeAddress({ ...address, ...previous }, list)
    // The opened row stays in the address, so a form that is being saved stays too.
    void navigate({ to: '.', ...withSearch(search), replace: true, state: true, ignoreBlocker: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per empty page
  }, [leaves, address.cursor])
  const first = (address.page - 1) * (list.pageRows ?? pageSize)
  return {
    address,
    change,
    sorts: list.sorts,
    rows: emptied ? undefined : data?.rows,
    stale: isPlaceholderData,
    failed: isError && data === undefined,
    refusal: error instanceof AppError && error.status === 422 ? i18n.t(error.key) : undefined,
    retry: () => void refetch(),
    paging: {
      from: data === undefined ? 0 : first + 1,
      to: first + (data?.rows.length ?? 0),
      total: data?.total,
      onNext: next && (() => goOn(next)),
      onPrevious: previous && (() => change(previous)),
    },
    ...(list.file === undefined ? {} : { exportAs: exporter(list.file, same) }),
  }
}

const exporter = (file: Route, query: object) => (format: ExportFormat) =>
  download(file, { ...query, format, language: i18n.language }).catch(showError)
