import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { freeText, lineText, text, uuid } from '../kit/schema.ts'
import { plate } from '../people/people-api.ts'
import { applicationStates } from './application.ts'
import { documentKindNames } from './document-kinds.ts'
import { driverDocumentsRoutes } from './driver-documents-routes.ts'

const submitted = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'accepted', 'refused']),
  /** why it was refused */
  reason: z.string(),
  /** YYYY-MM-DD, the last day it is valid */
  expiresOn: z.string().nullable(),
  expired: z.boolean(),
  url: z.string(),
  submittedAt: z.number(),
})

/** One kind of document: the one that is valid, and the one that came after it. */
const slot = z.object({
  kind: z.enum(documentKindNames),
  required: z.boolean(),
  expires: z.boolean(),
  accepted: submitted.nullable(),
  latest: submitted.nullable(),
})
export type DocumentSlot = z.output<typeof slot>
export type SubmittedDocument = z.output<typeof submitted>

/** A driver's application with its vehicle and documents. */
export const applicationView = z.object({
  driver: z.string(),
  firstName: z.string(),
  approved: z.boolean(),
  /** of the person's editable fields; sent back with an approval */
  version: z.int(),
  state: z.enum(applicationStates),
  sentAt: z.number().nullable(),
  decidedAt: z.number().nullable(),
  /** why it was refused */
  reason: z.string(),
  appeal: z.string(),
  vehicle: z.object({
    carTypeId: z.string().nullable(),
    vehicleMake: z.string().nullable(),
    vehicleModel: z.string().nullable(),
    vehicleNumber: z.string().nullable(),
    other_info: z.string().nullable(),
  }),
  documents: z.array(slot),
  /** what is missing before it can be sent: fields of the vehicle and kinds of documents */
  missing: z.array(z.string()),
  /** no new trips: a required document has ended */
  paused: z.boolean(),
})
export type ApplicationView = z.output<typeof applicationView>

const own = { relation: 'self', beforeApproval: true } as const
const reply = z.object({ application: applicationView })
const params = z.strictObject({ id: uuid })
const day = text(10)

export const driverDocumentsApi = {
  read: endpoint(driverDocumentsRoutes.read, {
    summary: "The caller's application with vehicle and documents",
    ...own,
    rate: 'read',
    reply,
  }),
  setVehicle: endpoint(driverDocumentsRoutes.setVehicle, {
    summary: 'Sets the vehicle of an application that is not with the office',
    ...own,
    rate: 'write',
    body: z.strictObject({
      carTypeId: uuid,
      vehicleMake: lineText(60),
      vehicleModel: lineText(60),
      vehicleNumber: plate,
      other_info: freeText(300).optional(),
    }),
    reply,
  }),
  handIn: endpoint(driverDocumentsRoutes.handIn, {
    summary: 'Hands in a document: an uploaded picture with its last day',
    ...own,
    rate: 'write',
    body: z.strictObject({ kind: z.enum(documentKindNames), file: uuid, expiresOn: day.optional() }),
    reply,
  }),
  send: endpoint(driverDocumentsRoutes.send, {
    summary: 'Sends the application to the office, again after a refusal, with an appeal or something new',
    ...own,
    rate: 'write',
    body: z.strictObject({ appeal: freeText(1000).optional() }),
    reply,
  }),
  ofPerson: endpoint(driverDocumentsRoutes.ofPerson, {
    summary: 'The application and the documents of a driver',
    relation: { object: 'person', allow: ['fleet', 'admin'] },
    rate: 'read',
    params,
    reply,
  }),
  decide: endpoint(driverDocumentsRoutes.decide, {
    summary: 'Accepts a document, optionally with a corrected expiry date, or refuses it with a reason',
    relation: { object: 'person', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    body: z.strictObject({
      document: uuid,
      accept: z.boolean(),
      reason: freeText(300).optional(),
      expiresOn: day.optional(),
    }),
    reply,
  }),
  decideAll: endpoint(driverDocumentsRoutes.decideAll, {
    summary: 'Approves the driver whose application waits, or refuses it with a reason',
    relation: { object: 'person', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    /** `version`: the one that the admin has seen */
    body: z.strictObject({
      approve: z.boolean(),
      reason: freeText(1000).optional(),
      version: z.int().min(0).optional(),
    }),
    reply,
  }),
}
