import type { Contract, Reply } from '@remis/domain/kit/endpoint'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'
import { personKey } from '../people-queries.ts'

const pageSize = 20

interface Page {
  readonly rows: readonly unknown[]
  readonly next: string | null
}

type RowOf<E extends Contract> = Reply<E> extends { readonly rows: readonly (infer Row)[] } ? Row : never

/** The pages of a list of one person, one below the other. `first` is the first page, with what it has beside rows. */
export const usePages = <E extends Contract>(
  id: string,
  part: string,
  endpoint: E,
  input: (paging: { readonly limit: number; readonly cursor?: string }) => object,
) => {
  const list = useInfiniteQuery({
    queryKey: [...personKey(id), part],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.next ?? undefined,
    queryFn: async ({ pageParam }) =>
      (await call(
        endpoint,
        input({ limit: pageSize, ...(pageParam === undefined ? {} : { cursor: pageParam }) }) as never,
      )) as Page,
  })
  const { data, isError, refetch } = list
  return {
    first: data?.pages[0] as Reply<E> | undefined,
    rows: data?.pages.flatMap((page) => page.rows) as RowOf<E>[] | undefined,
    failed: isError,
    retry: () => void refetch(),
    list,
  }
}
