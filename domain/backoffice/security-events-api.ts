import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { listQuery, page } from '../kit/list.ts'
import { uuid } from '../kit/schema.ts'
import { securityEventsRoutes, securityEventSorts } from './backoffice-routes.ts'
import { securityEventKinds } from './security-event.ts'

/** A security event for the office [design/access-127]. Address and browser are 'Hidden' in demo mode. */
export const securityEventView = z.object({
  id: z.number(),
  /** ms */
  at: z.number(),
  kind: z.string(),
  /** the account; null: no one was signed in, or the account is not known */
  user: z.string().nullable(),
  userName: z.string().nullable(),
  address: z.string(),
  userAgent: z.string(),
  /** of the refusal; empty without one */
  messageKey: z.string(),
  /** method and path of the call, without ids */
  route: z.string(),
  /** equal events within seconds are one row */
  count: z.int(),
})
export type SecurityEventView = z.output<typeof securityEventView>

export const securityEventsApi = {
  list: endpoint(securityEventsRoutes.list, {
    summary: 'Sign-ins, refusals and other security events, newest first',
    relation: 'none',
    rate: 'read',
    query: listQuery(securityEventSorts, { kind: z.enum(securityEventKinds).optional(), user: uuid.optional() }),
    reply: page(securityEventView),
  }),
}
