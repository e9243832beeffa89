import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { lineText, nothing, text } from '../kit/schema.ts'
import { humanCheck } from './human-check/human-check-api.ts'
import { accountsRoutes } from './accounts-routes.ts'
import { passkeyAnswer, passkeyQuestion } from './passkey-api.ts'
import { preferences } from './preferences/preferences-api.ts'
import { mostName } from '../people/first-name.ts'

/** A person's own account [people-1]. */
export const me = z.object({
  id: z.string(),
  uid: z.string(),
  usertype: z.enum(['rider', 'driver', 'fleetadmin', 'admin']),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  approved: z.boolean(),
  loginType: z.string(),
  referralId: z.string(),
  profile_image: z.string().nullable(),
  createdAt: z.number(),
  walletBalance: z.number(),
  preferences,
  /** an admin who must set up a second step first; absent otherwise [design/accounts-69] */
  twoFactorNeeded: z.literal(true).optional(),
  /** drivers only */
  driverActiveStatus: z.boolean().optional(),
  queue: z.boolean().optional(),
  carType: z.string().nullable().optional(),
  vehicleMake: z.string().nullable().optional(),
  vehicleModel: z.string().nullable().optional(),
  vehicleNumber: z.string().nullable().optional(),
  ratings: z.object({ userrating: z.number().nullable() }).optional(),
})
export type Me = z.output<typeof me>

/** Bounds size and type only: `checkRegistration` checks the content in the documented order [design/api-7]. */
export const registration = z.strictObject({
  firstName: lineText(mostName),
  lastName: lineText(mostName),
  email: text(254),
  password: text(200),
  mobile: text(40),
  usertype: text(20).optional(),
  referralId: text(60).optional(),
  bankName: lineText(120).optional(),
  bankCode: lineText(60).optional(),
  bankAccount: lineText(60).optional(),
  /** of the page, for the mails to the new account; ignored where it is not offered [design/accounts-155] */
  language: text(40).optional(),
  /** accepted and ignored: the server decides them [design/api-8] */
  signupViaReferral: z.unknown().optional(),
  createdAt: z.unknown().optional(),
  phone: z.unknown().optional(),
})
export type Registration = z.output<typeof registration>

export const signedInReply = z.object({ token: z.string(), user: me })

export const accountsApi = {
  visitorToken: endpoint(accountsRoutes.visitorToken, {
    summary: 'An anonymous token, valid for ten minutes, for address search and prices',
    relation: 'none',
    rate: 'token',
    body: z.strictObject({}),
    reply: z.object({ token: z.string(), expiresAt: z.number() }),
  }),
  signIn: endpoint(accountsRoutes.signIn, {
    summary: 'Signs in with email and password',
    relation: 'none',
    rate: 'sign-in',
    /** `join`: lets an unapproved driver sign in to the application [design/documents-7] */
    body: z.strictObject({ email: text(254), password: text(200), join: z.boolean().optional() }),
    reply: signedInReply,
  }),
  secondStep: endpoint(accountsRoutes.secondStep, {
    summary: 'The second step of a sign-in: a code of the authenticator app, a recovery code or a passkey',
    relation: 'none',
    rate: 'sign-in',
    /** `join` as in `signIn` */
    body: z.strictObject({
      challenge: text(400),
      code: text(20).optional(),
      passkey: passkeyAnswer.optional(),
      join: z.boolean().optional(),
    }),
    reply: signedInReply,
  }),
  askPasskey: endpoint(accountsRoutes.askPasskey, {
    summary: 'What the browser needs to sign in with a passkey, without email and password',
    relation: 'none',
    rate: 'token',
    body: z.strictObject({}),
    reply: z.object({ question: passkeyQuestion }),
  }),
  signInByPasskey: endpoint(accountsRoutes.signInByPasskey, {
    summary: 'Signs in with a passkey that has checked its owner',
    relation: 'none',
    rate: 'sign-in',
    /** `join` as in `signIn` */
    body: z.strictObject({ passkey: passkeyAnswer, join: z.boolean().optional() }),
    reply: signedInReply,
  }),
  signOut: endpoint(accountsRoutes.signOut, {
    summary: 'Ends this session',
    relation: 'self',
    beforeApproval: true,
    beforeTwoFactor: true,
    rate: 'write',
    reply: nothing,
  }),
  current: endpoint(accountsRoutes.current, {
    summary: 'The signed-in person',
    relation: 'self',
    beforeTwoFactor: true,
    rate: 'read',
    // `live`: the event from which the live link continues; what is read after this answer is not older
    reply: z.object({ user: me, live: z.object({ epoch: z.string(), seq: z.number() }).nullable() }),
  }),
  confirm: endpoint(accountsRoutes.confirm, {
    summary: 'The password again, before bank details, withdrawals and changes of how to sign in',
    relation: 'self',
    beforeTwoFactor: true,
    rate: 'sign-in',
    body: z.strictObject({ password: text(200) }),
    reply: z.object({ until: z.number() }),
  }),
  checkUserExists: endpoint(accountsRoutes.checkUserExists, {
    summary: 'The ids of live accounts with this email or phone number',
    relation: 'none',
    rate: 'lookup',
    legacyError: true,
    body: z.strictObject({ email: text(254).optional(), mobile: text(40).optional() }),
    reply: z.object({ users: z.array(z.object({ uid: z.string() })) }),
  }),
  validateReferrer: endpoint(accountsRoutes.validateReferrer, {
    summary: 'The id of the person with this referral code',
    relation: 'none',
    rate: 'lookup',
    legacyError: true,
    body: z.strictObject({ referralId: text(60) }),
    reply: z.object({ uid: z.string().optional() }),
  }),
  forgotPassword: endpoint(accountsRoutes.forgotPassword, {
    summary:
      'Sends a link and a code for a new password, if an account has this email; the answer is the same if none has',
    relation: 'none',
    rate: 'sign-up',
    refusedInDemo: true,
    body: z.strictObject({ email: text(254), check: humanCheck }),
    /** `request` goes with the code of the mail */
    reply: z.object({ request: z.string() }),
  }),
  resetPassword: endpoint(accountsRoutes.resetPassword, {
    summary: 'Sets a new password by the link of the mail, or by the request and the code; all sessions end',
    relation: 'none',
    rate: 'sign-in',
    refusedInDemo: true,
    body: z.strictObject({
      proof: z.union([z.strictObject({ link: text(100) }), z.strictObject({ request: text(100), code: text(20) })]),
      password: text(200),
    }),
    reply: nothing,
  }),
  verifyEmail: endpoint(accountsRoutes.verifyEmail, {
    summary: 'Confirms an email by the link of the mail; in another browser with the password',
    relation: 'none',
    rate: 'sign-in',
    body: z.strictObject({ link: text(100), password: text(200).optional() }),
    reply: nothing,
  }),
  signUp: endpoint(accountsRoutes.signUp, {
    summary: 'Registers a rider or a driver',
    relation: 'none',
    rate: 'sign-up',
    legacyError: true,
    body: z.strictObject({ regData: registration }),
    reply: z.object({ uid: z.string() }),
  }),
}
