import type { NoticeView } from '@remis/domain/notices/notices-api'
import { noticesCalls } from '@remis/domain/notices/notices-routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { onLive, readAgain, refetchAfterReset } from '../../platform/live/live.ts'

const keys = { unread: ['unread-notices'], list: ['notices'] } as const

export const unreadQuery = queryOptions({
  queryKey: keys.unread,
  queryFn: async () => (await call(noticesCalls.unread, {})).unread,
})

export const noticePages = {
  queryKey: keys.list,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { next: string | null }) => last.next ?? undefined,
  queryFn: ({ pageParam }: { pageParam: string | undefined }) =>
    call(noticesCalls.list, { query: { limit: 20, ...(pageParam === undefined ? {} : { cursor: pageParam }) } }),
} as const

/** Ids of the unseen notices of the loaded pages that are not in `reported` yet; adds them to `reported`. */
export const unseenIn = (
  pages: readonly { readonly rows: readonly Pick<NoticeView, 'id' | 'seen'>[] }[],
  reported: Set<string>,
): readonly string[] => {
  const ids = pages.flatMap(({ rows }) => rows.filter(({ id, seen }) => !seen && !reported.has(id)).map(({ id }) => id))
  for (const id of ids) reported.add(id)
  return ids
}

/** ids of one call */
const most = 100

/** Marks these as seen. If the call fails they stay unread until the list is opened again. */
export const markNoticesSeen = async (ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  try {
    const { unread } = await call(noticesCalls.markSeen, { body: { ids: ids.slice(0, most) } })
    queryClient.setQueryData(keys.unread, unread)
  } catch {
    return void queryClient.invalidateQueries({ queryKey: keys.unread })
  }
  await markNoticesSeen(ids.slice(most))
}

let due: ReturnType<typeof setTimeout> | undefined

/** Reloads the list and the count, which the server computes, at most once a second. */
onLive('notice', () => {
  due ??= setTimeout(() => {
    due = undefined
    void readAgain(keys.unread)
    void readAgain(keys.list)
  }, 1000)
})
refetchAfterReset(keys.unread, keys.list)
