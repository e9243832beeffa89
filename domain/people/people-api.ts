import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { exportQuery, exportTypes, listQuery, page } from '../kit/list.ts'
import { file, freeText, lineText, nothing, text, timeMs, uuid } from '../kit/schema.ts'
import { documentFilters, driverSorts, peopleRoutes, personSorts, personStates } from './people-routes.ts'
import { mostName } from './first-name.ts'

const usertype = z.enum(['rider', 'driver', 'fleetadmin', 'admin'])
const maybe = z.string().nullable()

/**
 * A row of a people table [people-1]. Contacts are 'Hidden for Demo' in demo mode [people-15]. Amounts in major units.
 */
export const personRow = z.object({
  id: z.string(),
  usertype,
  firstName: z.string(),
  lastName: z.string(),
  email: maybe,
  mobile: maybe,
  profile_image: maybe,
  state: z.enum(personStates),
  approved: z.boolean(),
  /** increases with each change of a field that the office can edit */
  version: z.int(),
  createdAt: z.number(),
  createdByAdmin: z.boolean(),
  /** the personal data are deleted, so the person cannot be restored */
  erased: z.boolean(),
  /** for admins, of riders and drivers */
  walletBalance: z.number().optional(),
  /** for admins, of riders: the open rest of the debts */
  owed: z.number().optional(),
  /** of drivers */
  carType: maybe.optional(),
  vehicleMake: maybe.optional(),
  vehicleModel: maybe.optional(),
  vehicleNumber: maybe.optional(),
  driverActiveStatus: z.boolean().optional(),
  queue: z.boolean().optional(),
  ratings: z.object({ userrating: z.number().nullable(), count: z.int() }).optional(),
  /** the id of the owner [people-3]; with the name, for admins */
  fleetadmin: maybe.optional(),
  fleetName: maybe.optional(),
  /** of fleet admins: how many drivers they own */
  drivers: z.int().optional(),
})
export type PersonRow = z.output<typeof personRow>

/** A person's page: the row and the rest of the fields of [people-1]. */
export const personView = personRow.extend({
  uid: z.string(),
  loginType: z.enum(['email', 'mobile', 'facebook', 'apple', 'other']),
  referralId: z.string(),
  language: maybe,
  userPlatform: maybe,
  /** added by the office, with an email, and without a way to sign in yet */
  awaitsPassword: z.boolean(),
  emailVerified: z.boolean(),
  mobileVerified: z.boolean(),
  /** the whole suspension, also one that waits for the end of a trip */
  suspension: z
    .object({
      reason: z.string(),
      since: z.number(),
      until: z.number().nullable(),
      atOnce: z.boolean(),
      /** a trip goes on, and the suspension counts from its end */
      waits: z.boolean(),
      by: maybe.optional(),
    })
    .nullable(),
  deletedAt: z.number().nullable(),
  /** the trip that goes on, as rider or driver */
  trip: maybe,
  /** of drivers */
  carTypeId: maybe.optional(),
  other_info: maybe.optional(),
  licenseImage: maybe.optional(),
  /** for admins; the account masked [design/access-8] */
  bankName: maybe.optional(),
  bankCode: maybe.optional(),
  bankAccount: maybe.optional(),
  /** for admins: when the personal data are deleted by a request; null: no one has asked [design/privacy-13] */
  deletionDueAt: z.number().nullable().optional(),
  /** for admins: who referred this person, and what this person's own code has brought */
  signupViaReferral: maybe.optional(),
  referrerName: maybe.optional(),
  referrals: z.object({ people: z.int(), paid: z.int(), earned: z.number(), currency: z.string() }).optional(),
})
export type PersonView = z.output<typeof personView>

/** What deleting or suspending ends; shown before it is done [design/people-7]. Amounts in major units. */
export const personEnding = z.object({
  /** the trip that goes on */
  trip: maybe,
  /** open bookings of a rider, not on a trip */
  bookings: z.int(),
  /** of a driver: open requests and reserved bookings */
  offers: z.int(),
  /** trips that are driven and not paid */
  unpaid: z.int(),
  sessions: z.int(),
  /** of a fleet admin: drivers who then belong to no fleet */
  drivers: z.int(),
  /** for admins: what stays in the books */
  wallet: z.object({ balance: z.number(), owed: z.number(), currency: z.string() }).optional(),
  /** for admins: withdrawals that are not processed */
  withdrawals: z.int().optional(),
})
export type PersonEnding = z.output<typeof personEnding>

/** A number plate. */
export const plate = lineText(30)

/** What the office may change later, too. `checkNames` judges the names. */
const changeable = {
  firstName: lineText(mostName),
  lastName: lineText(mostName),
  carTypeId: uuid.nullable().optional(),
  vehicleMake: lineText(60).optional(),
  vehicleModel: lineText(60).optional(),
  vehicleNumber: plate.optional(),
  other_info: freeText(300).optional(),
  /** admins only: the owner of a driver; null: none */
  fleetadmin: uuid.nullable().optional(),
}
/** Only when adding [people-13]. `checkNewPerson` judges the content. */
const driverEntry = z.strictObject({ ...changeable, email: text(254).optional(), mobile: text(30).optional() })
const personEntry = driverEntry.extend({ usertype })

const peopleFilters = { usertype: z.enum(['rider', 'fleetadmin', 'admin']), state: z.enum(personStates).optional() }
const driverFilters = {
  state: z.enum(personStates).optional(),
  online: z.enum(['yes', 'no']).optional(),
  /** a fleet admin's id; `none`: drivers without a fleet; for admins */
  fleet: z.union([z.enum(['none']), uuid]).optional(),
  carType: uuid.optional(),
  documents: z.enum(documentFilters).optional(),
}

const params = z.strictObject({ id: uuid })
const person = z.object({ person: personView })
const office = { object: 'person', allow: ['fleet', 'admin'] } as const
const admins = { object: 'person', allow: ['admin'] } as const
const exported = { rate: 'read', refusedInDemo: true, reply: file, file: exportTypes } as const
const written = { rate: 'write', refusedInDemo: true } as const

export const peopleApi = {
  list: endpoint(peopleRoutes.list, {
    summary: 'Riders, fleet admins or admins',
    relation: 'none',
    rate: 'read',
    query: listQuery(personSorts, peopleFilters),
    reply: page(personRow),
  }),
  export: endpoint(peopleRoutes.export, {
    summary: 'Riders, fleet admins or admins as a file',
    relation: 'none',
    ...exported,
    query: exportQuery(personSorts, peopleFilters),
  }),
  listDrivers: endpoint(peopleRoutes.listDrivers, {
    summary: "The drivers of the caller: all (admin), those of the caller's fleet (fleet admin)",
    relation: 'by-role',
    rate: 'read',
    query: listQuery(driverSorts, driverFilters),
    reply: page(personRow),
  }),
  exportDrivers: endpoint(peopleRoutes.exportDrivers, {
    summary: 'The drivers of the caller as a file',
    relation: 'by-role',
    ...exported,
    query: exportQuery(driverSorts, driverFilters),
  }),
  add: endpoint(peopleRoutes.add, {
    summary: 'Adds a rider, driver, fleet admin or admin',
    relation: 'none',
    ...written,
    body: personEntry,
    reply: person,
  }),
  addDriver: endpoint(peopleRoutes.addDriver, {
    summary: "Adds a driver: a fleet admin to the caller's fleet",
    relation: 'by-role',
    ...written,
    body: driverEntry,
    reply: person,
  }),
  get: endpoint(peopleRoutes.get, {
    summary: 'A person',
    relation: office,
    rate: 'read',
    params,
    reply: person,
  }),
  update: endpoint(peopleRoutes.update, {
    summary: 'Changes a person; a field that is not sent keeps its value',
    relation: office,
    ...written,
    params,
    body: z
      .strictObject(changeable)
      .partial()
      .extend({ version: z.int().min(0).optional() }),
    reply: person,
  }),
  ending: endpoint(peopleRoutes.ending, {
    summary: 'What deleting or suspending this person ends',
    relation: office,
    rate: 'read',
    params,
    reply: z.object({ ending: personEnding }),
  }),
  remove: endpoint(peopleRoutes.remove, {
    summary: 'Archives a person: sessions, open bookings and requests end, what was driven and paid stays',
    relation: office,
    ...written,
    params,
    reply: nothing,
  }),
  restore: endpoint(peopleRoutes.restore, {
    summary: 'Restores an archived person; what the archive ended stays ended',
    relation: admins,
    ...written,
    params,
    reply: person,
  }),
  approve: endpoint(peopleRoutes.approve, {
    summary: 'Approves a person, or takes the approval back',
    relation: admins,
    ...written,
    params,
    /** `version`: the one that the admin has seen */
    body: z.strictObject({ approved: z.boolean(), version: z.int().min(0).optional() }),
    reply: person,
  }),
  sendWelcome: endpoint(peopleRoutes.sendWelcome, {
    summary: 'Sends the mail with a link to a first password again, to a person added by the office',
    relation: office,
    ...written,
    params,
    reply: nothing,
  }),
  suspend: endpoint(peopleRoutes.suspend, {
    summary: 'Suspends a person; during a trip it counts from its end, at once aborts the trip',
    relation: admins,
    ...written,
    params,
    body: z.strictObject({ reason: lineText(300), until: timeMs.nullable(), atOnce: z.boolean().optional() }),
    reply: person,
  }),
  unsuspend: endpoint(peopleRoutes.unsuspend, {
    summary: 'Ends a suspension',
    relation: admins,
    ...written,
    params,
    reply: person,
  }),
  changeRole: endpoint(peopleRoutes.changeRole, {
    summary: 'Makes the person a rider, driver, fleet admin or admin, once nothing of the old role is open',
    relation: admins,
    ...written,
    params,
    body: z.strictObject({ usertype }),
    reply: person,
  }),
}
