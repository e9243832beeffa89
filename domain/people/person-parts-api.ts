import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { page, pageQuery } from '../kit/list.ts'
import { freeText, uuid } from '../kit/schema.ts'
import { openDebt, walletHistoryRow } from '../wallet/wallet-api.ts'
import { personPartsRoutes } from './people-routes.ts'

const params = z.strictObject({ id: uuid })
const office = { object: 'person', allow: ['fleet', 'admin'] } as const
const admins = { object: 'person', allow: ['admin'] } as const
const reading = { rate: 'read', params } as const
const writing = { rate: 'write', refusedInDemo: true, params } as const

const debts = z.object({ total: z.number(), rows: z.array(openDebt) })

/** A person's wallet as an admin sees it, major units. */
export const personWallet = z.object({
  balance: z.number(),
  held: z.number(),
  owed: debts,
  pending: debts,
  currency: z.string(),
})

/** A rating a person got. The text and its author are for admins [design/access-5]. */
export const ratingRow = z.object({
  bookingId: z.string(),
  at: z.number(),
  rate: z.int(),
  tags: z.array(z.string()),
  feedback: z.string().nullable().optional(),
  from: z.string().nullable().optional(),
})

/** How many of each rate, from one star to five. */
const stars = z.array(z.int()).length(5)

export const sessionRow = z.object({
  id: z.string(),
  createdAt: z.number(),
  seenAt: z.number(),
  expiresAt: z.number(),
  /** the network, not the whole address */
  address: z.string(),
  userAgent: z.string(),
})

export const auditRow = z.object({
  id: z.string(),
  at: z.number(),
  action: z.string(),
  subject: z.string(),
  /** the person that acted; null: the system */
  actor: z.string().nullable(),
  actorRole: z.string(),
  /** whether this person did it, or it was done to this person */
  side: z.enum(['actor', 'subject']),
  data: z.record(z.string(), z.unknown()),
})

/** A note of the office; the person never sees it. */
export const noteRow = z.object({ id: z.string(), at: z.number(), text: z.string(), by: z.string() })

export const personPartsApi = {
  wallet: endpoint(personPartsRoutes.wallet, {
    summary: 'The wallet of a person',
    relation: admins,
    ...reading,
    reply: z.object({ wallet: personWallet }),
  }),
  history: endpoint(personPartsRoutes.history, {
    summary: 'Entries of a person’s wallet, newest first',
    relation: admins,
    ...reading,
    query: pageQuery,
    reply: page(walletHistoryRow),
  }),
  ratings: endpoint(personPartsRoutes.ratings, {
    summary: 'The ratings a person got, newest first, with how many of each rate',
    relation: office,
    ...reading,
    query: pageQuery,
    reply: page(ratingRow).extend({ stars, average: z.number().nullable() }),
  }),
  sessions: endpoint(personPartsRoutes.sessions, {
    summary: 'Where a person is signed in',
    relation: admins,
    ...reading,
    reply: z.object({ rows: z.array(sessionRow) }),
  }),
  endSessions: endpoint(personPartsRoutes.endSessions, {
    summary: 'Signs a person out: everywhere, or of one session',
    relation: admins,
    ...writing,
    body: z.strictObject({ session: uuid.optional() }),
    reply: z.object({ ended: z.int() }),
  }),
  audit: endpoint(personPartsRoutes.audit, {
    summary: 'What the audit log says about a person, newest first',
    relation: admins,
    ...reading,
    query: pageQuery,
    reply: page(auditRow),
  }),
  notes: endpoint(personPartsRoutes.notes, {
    summary: 'Notes of the office about a person, newest first',
    relation: admins,
    ...reading,
    query: pageQuery,
    reply: page(noteRow),
  }),
  addNote: endpoint(personPartsRoutes.addNote, {
    summary: 'Adds a note about a person; notes are not changed or removed',
    relation: admins,
    ...writing,
    body: z.strictObject({ text: freeText(2000) }),
    reply: z.object({ note: noteRow }),
  }),
}
