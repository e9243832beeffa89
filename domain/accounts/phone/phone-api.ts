import { z } from 'zod'
import { endpoint } from '../../kit/endpoint.ts'
import { nothing, text } from '../../kit/schema.ts'
import { signedInReply } from '../accounts-api.ts'
import { humanCheck, humanQuestion } from '../human-check/human-check-api.ts'
import { phoneRoutes } from './phone-routes.ts'

export const phoneApi = {
  humanCheck: endpoint(phoneRoutes.humanCheck, {
    summary: 'A question whose answer takes work, for calls that send a code',
    relation: 'none',
    rate: 'token',
    body: z.strictObject({}),
    reply: humanQuestion,
  }),
  sendCode: endpoint(phoneRoutes.sendCode, {
    summary: 'Sends a sign-in code by SMS to the phone of an account',
    relation: 'none',
    rate: 'sign-up',
    body: z.strictObject({ mobile: text(40), check: humanCheck }),
    /** goes with the code, from the same browser */
    reply: z.object({ verificationId: z.string() }),
  }),
  sendOwnCode: endpoint(phoneRoutes.sendOwnCode, {
    summary: 'Sends a code to one’s own phone',
    relation: 'self',
    rate: 'sign-up',
    body: z.strictObject({ check: humanCheck }),
    reply: z.object({ verificationId: z.string(), mobile: z.string() }),
  }),
  confirmOwnPhone: endpoint(phoneRoutes.confirmOwnPhone, {
    summary: 'Confirms one’s own phone by the code of the SMS',
    relation: 'self',
    rate: 'sign-in',
    body: z.strictObject({ verificationId: text(100), otp: text(20) }),
    reply: nothing,
  }),
  signIn: endpoint(phoneRoutes.signIn, {
    summary: 'Signs in with the code of the SMS',
    relation: 'none',
    rate: 'sign-in',
    /** `join`: lets an unapproved driver sign in to the application [design/documents-7] */
    body: z.strictObject({ verificationId: text(100), otp: text(20), join: z.boolean().optional() }),
    /** `info`: the code was right, but no account has this number now [accounts-48] */
    reply: z.union([signedInReply, z.object({ info: z.object({ mobile: z.string() }) })]),
  }),
}
