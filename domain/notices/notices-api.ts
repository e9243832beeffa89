import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { page, pageQuery } from '../kit/list.ts'
import { uuid } from '../kit/schema.ts'
import { screens } from '../live/live-events.ts'
import { noticesRoutes } from './notices-routes.ts'

/** A notice as its recipient sees it. The page pairs `message` and `params` up with the text of its language. */
export const noticeView = z.object({
  id: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  screen: z.enum(screens),
  bookingId: z.string().nullable(),
  at: z.number(),
  seen: z.boolean(),
})
export type NoticeView = z.output<typeof noticeView>

const unread = z.object({ unread: z.int() })

export const noticesApi = {
  list: endpoint(noticesRoutes.list, {
    summary: "The caller's notices, newest first",
    relation: 'self',
    rate: 'read',
    query: pageQuery,
    reply: page(noticeView),
  }),
  unread: endpoint(noticesRoutes.unread, {
    summary: 'How many own notices were not seen yet; counted up to 100',
    relation: 'self',
    rate: 'read',
    reply: unread,
  }),
  markSeen: endpoint(noticesRoutes.markSeen, {
    summary: 'Marks own notices as seen; answers how many are left',
    relation: 'self',
    rate: 'write',
    body: z.strictObject({ ids: z.array(uuid).min(1).max(100) }),
    reply: unread,
  }),
}
