import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { page, pageQuery } from '../kit/list.ts'
import { lineText, text, uuid } from '../kit/schema.ts'
import { mutableKinds } from '../notices/notice-kinds.ts'
import { profileRoutes } from './profile-routes.ts'
import { mostName } from '../people/first-name.ts'

const maybe = z.string().nullable()

/** What people see of their account [accounts-50]. Amounts in major units. */
export const profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: maybe,
  mobile: maybe,
  usertype: z.enum(['rider', 'driver', 'fleetadmin', 'admin']),
  loginType: z.enum(['email', 'mobile', 'facebook', 'apple', 'other']),
  profile_image: maybe,
  emailVerified: z.boolean(),
  mobileVerified: z.boolean(),
  /** of mails and SMS; null: the default language */
  language: maybe,
  /** kinds of notices that are off */
  mutedNotices: z.array(z.enum(mutableKinds)),
  /** of riders and drivers: their own code, how many registered with it, and what it brought */
  referral: z
    .object({
      referralId: z.string(),
      people: z.int(),
      paid: z.int(),
      earned: z.number(),
      /** for each of them, at the first paid ride; 0: none now */
      bonus: z.number(),
    })
    .optional(),
  /** of drivers */
  carType: maybe.optional(),
  vehicleMake: maybe.optional(),
  vehicleModel: maybe.optional(),
  vehicleNumber: maybe.optional(),
  other_info: maybe.optional(),
  licenseImage: maybe.optional(),
  /** true after the first licence was handed in; the next one is handed in at `/drive/join` [design/documents-3] */
  licenceDocument: z.boolean().optional(),
})
export type Profile = z.output<typeof profile>

/** A rating as its driver sees it: no text and no author [design/access-5]. */
const ownRating = z.object({ bookingId: z.string(), at: z.number(), rate: z.int(), tags: z.array(z.string()) })
export type OwnRating = z.output<typeof ownRating>

const reply = z.object({ profile })
/** Accounts of a demo are shared. */
const own = { relation: 'self', refusedInDemo: true } as const

export const profileApi = {
  read: endpoint(profileRoutes.read, {
    summary: "The caller's profile",
    relation: 'self',
    rate: 'read',
    reply,
  }),
  /** `checkNames` judges the names. Email and mobile have separate calls, which ask for a code. */
  change: endpoint(profileRoutes.change, {
    summary: "Changes the caller's profile; a field that is not sent keeps its value",
    ...own,
    rate: 'write',
    body: z
      .strictObject({
        firstName: lineText(mostName),
        lastName: lineText(mostName),
        /** code of a language of the operator; null: the default one */
        language: text(40).nullable(),
        /** ids of uploaded files of these kinds; null: no picture */
        profile_image: uuid.nullable(),
        /** of drivers */
        licenseImage: uuid,
        mutedNotices: z.array(z.enum(mutableKinds)).max(mutableKinds.length),
      })
      .partial(),
    reply,
  }),
  ratings: endpoint(profileRoutes.ratings, {
    summary: 'The ratings a driver got, newest first, with how many of each rate; without texts and names',
    relation: 'self',
    rate: 'read',
    query: pageQuery,
    reply: page(ownRating).extend({ stars: z.array(z.int()).length(5), average: z.number().nullable() }),
  }),
  changeContact: endpoint(profileRoutes.changeContact, {
    summary: 'Sends a code to a new email or phone number; needs the password of the last minutes',
    ...own,
    rate: 'sign-in',
    body: z.strictObject({ channel: z.enum(['email', 'mobile']), address: text(254) }),
    /** `request` goes with the code; null: nothing can be sent, the address is stored without being confirmed */
    reply: z.object({ request: maybe, profile }),
  }),
  confirmContact: endpoint(profileRoutes.confirmContact, {
    summary: 'Stores the new email or phone number by the code that was sent to it',
    ...own,
    rate: 'sign-in',
    body: z.strictObject({ request: text(100), code: text(20) }),
    reply,
  }),
}
