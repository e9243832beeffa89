import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { file, text, uuid } from '../kit/schema.ts'
import { deletionBlockers } from './account-data.ts'
import { accountDataRoutes } from './account-data-routes.ts'

/** An export of the account's data [design/privacy-30]. */
export const dataExport = z.object({
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  /** percent */
  progress: z.int(),
  askedAt: z.number(),
  /** bytes; null until it is ready */
  size: z.int().nullable(),
  /** until when it can be downloaded; null until it is ready */
  expiresAt: z.number().nullable(),
})
export type DataExport = z.output<typeof dataExport>

export const accountDataApi = {
  read: endpoint(accountDataRoutes.read, {
    summary: "The last export of the caller's data, and whether the account can be deleted",
    relation: 'self',
    rate: 'read',
    reply: z.object({
      export: dataExport.nullable(),
      /** what has to be settled before the account can be deleted */
      blockers: z.array(z.enum(deletionBlockers)),
      /** when a requested deletion was cancelled by signing in, within the last days */
      deletionCancelledAt: z.number().nullable(),
    }),
  }),
  requestExport: endpoint(accountDataRoutes.requestExport, {
    summary: 'Has a ZIP of all own data made; a recent password is needed',
    relation: 'self',
    rate: 'write',
    refusedInDemo: true,
    body: z.strictObject({
      /** BCP 47 code of the language of the readable page; default: the installation's */
      language: text(35).optional(),
    }),
    reply: z.object({ export: dataExport }),
  }),
  download: endpoint(accountDataRoutes.download, {
    summary: 'The ZIP of the last export, for 24 hours',
    relation: 'self',
    rate: 'write',
    refusedInDemo: true,
    reply: file,
    file: ['application/zip'],
  }),
  requestDeletion: endpoint(accountDataRoutes.requestDeletion, {
    summary: "Deletes the caller's account after a grace time and ends all sessions; a recent password is needed",
    relation: 'self',
    rate: 'write',
    refusedInDemo: true,
    body: z.strictObject({}),
    reply: z.object({ dueAt: z.number() }),
  }),
  requestDeletionOf: endpoint(accountDataRoutes.requestDeletionOf, {
    summary: 'Deletes the account of a person who asked the office for it, also an archived one, after the same time',
    relation: { object: 'person', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params: z.strictObject({ id: uuid }),
    reply: z.object({ dueAt: z.number() }),
  }),
}
