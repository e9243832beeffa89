import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { call } from '../platform/api/call.ts'
import { useConnection } from '../platform/live/connection.ts'
import { useLiveLink } from '../platform/live/live.ts'
import '../booking-parts/booking-queries.ts'
import { apiQuery, pageSize, readAsk, writeAsk, type ListQuery } from './list-query.ts'

/** The list as the address asks for it, page by page; live events keep it true. */
export const useBookings = () => {
  useLiveLink()
  const connection = useConnection()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const ask = useMemo(() => readAsk(search), [search])
  const list = JSON.stringify([ask.show, ask.q, ask.sort, ask.desc])
  const [pages, setPages] = useState<{ list: string; cursors: readonly string[] }>({ list, cursors: [] })
  const cursors = pages.list === list ? pages.cursors : []
  const query = apiQuery(ask, cursors.at(-1) ?? null)
  const { data, isError, refetch } = useQuery({
    queryKey: [...bookingKeys.lists, query],
    placeholderData: keepPreviousData,
    refetchInterval: connection === 'online' ? false : 10_000,
    queryFn: () => call(bookingsCalls.list, { query }),
  })

  const change = (part: Partial<ListQuery>) =>
    void navigate({ to: '.', search: writeAsk({ ...ask, ...part }) as never, replace: !('id' in part) })
  const next = data?.next ?? null
  const first = cursors.length * pageSize
  return {
    ask,
    change,
    rows: data?.rows,
    isError,
    retry: () => void refetch(),
    paging: {
      from: data === undefined ? 0 : first + 1,
      to: first + (data?.rows.length ?? 0),
      total: data?.total,
      onNext: next === null ? null : () => setPages({ list, cursors: [...cursors, next] }),
      onPrevious: cursors.length === 0 ? null : () => setPages({ list, cursors: cursors.slice(0, -1) }),
    },
  }
}
