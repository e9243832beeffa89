import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { exportQuery, exportTypes, listQuery, page } from '../kit/list.ts'
import { file, text, uuid } from '../kit/schema.ts'
import { auditKinds } from './audit-entries.ts'
import { auditRoutes, auditSorts } from './audit-routes.ts'

const day = z.iso.date()

const filters = {
  /** of the object */
  kind: z.enum(auditKinds).optional(),
  action: text(60).optional(),
  /** exactly this object, for example `booking:7K3M9QX2AB` */
  subject: text(120).optional(),
  /** done by this person, or to this person */
  person: uuid.optional(),
  /** the person that acted */
  actor: uuid.optional(),
  /** first and last day, in the operator's zone */
  from: day.optional(),
  to: day.optional(),
}

/** An entry of the audit log as an admin reads it [design/access-95]. */
export const auditEntry = z.object({
  id: z.number(),
  /** ms */
  at: z.number(),
  action: z.string(),
  /** `<kind>:<id>`, or the name of a list that was exported */
  subject: z.string(),
  /** the name of the person the subject is; null: it is no person */
  subjectName: z.string().nullable(),
  /** the person that acted; null: the server */
  actor: z.string().nullable(),
  actorName: z.string().nullable(),
  actorRole: z.string(),
  /** the network it came from; empty for the server itself */
  address: z.string(),
  /** of a change of the settings each value before and after; without contacts in demo mode */
  data: z.record(z.string(), z.unknown()),
})
export type AuditEntryView = z.output<typeof auditEntry>

export const auditApi = {
  list: endpoint(auditRoutes.list, {
    summary: 'What the office and the server did, newest first',
    relation: 'none',
    rate: 'read',
    query: listQuery(auditSorts, filters),
    reply: page(auditEntry),
  }),
  export: endpoint(auditRoutes.export, {
    summary: 'The audit log as a file; the export is an entry itself',
    relation: 'none',
    rate: 'read',
    refusedInDemo: true,
    file: exportTypes,
    query: exportQuery(auditSorts, filters),
    reply: file,
  }),
  seal: endpoint(auditRoutes.seal, {
    summary: 'The last seal of the audit log, and whether its entries still match it',
    relation: 'none',
    rate: 'read',
    reply: z.object({
      /** null: nothing is sealed yet */
      last: z.object({ at: z.number(), entries: z.int(), hash: z.string(), intact: z.boolean() }).nullable(),
      /** entries since then, counted up to 1,000 */
      unsealed: z.int(),
    }),
  }),
}
