import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { lineText, nothing, text, uuid } from '../kit/schema.ts'
import { newPasskey, passkeyOptions } from './passkey-api.ts'
import { securityRoutes } from './security-routes.ts'
import { socialNames } from './social/social-routes.ts'

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.number(),
  usedAt: z.number().nullable(),
  /** synced between the person's devices, so losing one does not lose it */
  synced: z.boolean(),
  /** it signs in without a password, so it is more than a second step */
  alone: z.boolean(),
})
export type Passkey = z.output<typeof passkey>

/** A provider that the person signs in with, or could. */
const social = z.object({
  provider: z.enum(socialNames),
  /** null: it can be added */
  addedAt: z.number().nullable(),
})

const session = z.object({
  id: z.string(),
  /** browser and system, by what the browser says */
  device: z.string(),
  /** network of its first call: /24 or /64 */
  net: z.string(),
  createdAt: z.number(),
  seenAt: z.number(),
  /** the one that asks */
  current: z.boolean(),
})

/** Shown once: ten with the first second step, null while earlier ones are valid. */
const freshCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

const self = { relation: 'self', rate: 'write' } as const
/** An admin without a second step may call it; demo mode refuses it, because its accounts are shared. */
const ofSignIn = { ...self, beforeTwoFactor: true, refusedInDemo: true } as const

/** How a person signs in, and where they are signed in [design/accounts-64]. */
export const securityApi = {
  security: endpoint(securityRoutes.security, {
    summary: 'How the signed-in person signs in: password, second steps, passkeys, Facebook and Apple',
    relation: 'self',
    rate: 'read',
    beforeTwoFactor: true,
    reply: z.object({
      password: z.boolean(),
      /** admins need a second step [design/accounts-69] */
      required: z.boolean(),
      authenticator: z.object({ createdAt: z.number() }).nullable(),
      /** not used yet */
      recoveryCodes: z.int(),
      passkeys: z.array(passkey),
      socials: z.array(social),
    }),
  }),
  changePassword: endpoint(securityRoutes.changePassword, {
    summary: 'Changes the password and ends the other sessions',
    ...ofSignIn,
    rate: 'sign-in',
    body: z.strictObject({ current: text(200), password: text(200) }),
    reply: nothing,
  }),
  sessions: endpoint(securityRoutes.sessions, {
    summary: 'The live sessions of the signed-in person, the last used first; in demo mode the current one',
    relation: 'self',
    rate: 'read',
    beforeTwoFactor: true,
    reply: z.object({ rows: z.array(session) }),
  }),
  endSession: endpoint(securityRoutes.endSession, {
    summary: "Ends one of the caller's sessions",
    ...ofSignIn,
    body: z.strictObject({ id: uuid }),
    reply: nothing,
  }),
  endAllSessions: endpoint(securityRoutes.endAllSessions, {
    summary: 'Ends every own session, this one too, and forgets the browsers that signed in before',
    ...ofSignIn,
    reply: nothing,
  }),
  beginAuthenticator: endpoint(securityRoutes.beginAuthenticator, {
    summary: 'A new secret for an authenticator app, valid once a code of it is sent',
    ...ofSignIn,
    body: z.strictObject({}),
    reply: z.object({ secret: z.string(), uri: z.string(), token: z.string() }),
  }),
  addAuthenticator: endpoint(securityRoutes.addAuthenticator, {
    summary: 'Adds the authenticator app, or replaces it, with a code that it shows',
    ...ofSignIn,
    rate: 'sign-in',
    body: z.strictObject({ token: text(1000), code: text(20) }),
    reply: freshCodes,
  }),
  removeAuthenticator: endpoint(securityRoutes.removeAuthenticator, {
    summary: 'Removes the authenticator app',
    ...ofSignIn,
    body: z.strictObject({}),
    reply: nothing,
  }),
  newRecoveryCodes: endpoint(securityRoutes.newRecoveryCodes, {
    summary: 'Ten new recovery codes in the place of the earlier ones',
    ...ofSignIn,
    body: z.strictObject({}),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  beginPasskey: endpoint(securityRoutes.beginPasskey, {
    summary: 'What the browser needs to make a passkey',
    ...ofSignIn,
    body: z.strictObject({}),
    reply: z.object({ options: passkeyOptions }),
  }),
  addPasskey: endpoint(securityRoutes.addPasskey, {
    summary: 'Adds a passkey that the browser made',
    ...ofSignIn,
    body: z.strictObject({ name: lineText(60), passkey: newPasskey }),
    reply: z.object({ passkey, recoveryCodes: z.array(z.string()).nullable() }),
  }),
  renamePasskey: endpoint(securityRoutes.renamePasskey, {
    summary: 'Gives an own passkey another name',
    ...ofSignIn,
    body: z.strictObject({ id: uuid, name: lineText(60) }),
    reply: nothing,
  }),
  removePasskey: endpoint(securityRoutes.removePasskey, {
    summary: 'Removes an own passkey',
    ...ofSignIn,
    body: z.strictObject({ id: uuid }),
    reply: nothing,
  }),
}
