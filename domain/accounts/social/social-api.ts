import { z } from 'zod'
import { endpoint } from '../../kit/endpoint.ts'
import { lineText, nothing, text } from '../../kit/schema.ts'
import { signedInReply } from '../accounts-api.ts'
import { socialNames, socialRoutes } from './social-routes.ts'
import { mostName } from '../../people/first-name.ts'

const name = z.enum(socialNames)

const facebookConfig = z.object({ appId: z.string() })
const appleConfig = z.object({ servicesId: z.string(), teamId: z.string(), keyId: z.string() })

const app = <Config extends z.ZodType>(config: Config) => z.object({ config, updatedAt: z.number() }).nullable()

const socialAppsView = z.object({
  /** a trial signs in at its built-in stand-ins, whatever is entered */
  trial: z.boolean(),
  /** FacebookLoginEnabled: without it no button is shown */
  enabled: z.boolean(),
  /** the addresses to enter at the providers */
  returnUrls: z.object({ facebook: z.string(), apple: z.string() }),
  facebook: app(facebookConfig),
  apple: app(appleConfig),
})
export type SocialAppsView = z.output<typeof socialAppsView>

/** The accounts of a demo are shared. */
const ofOwnAccount = { relation: 'self', rate: 'write', refusedInDemo: true } as const

export const socialApi = {
  ways: endpoint(socialRoutes.ways, {
    summary: 'The providers that a visitor can sign in with; none while FacebookLoginEnabled is off',
    relation: 'none',
    rate: 'read',
    reply: z.object({ ways: z.array(name) }),
  }),
  begin: endpoint(socialRoutes.begin, {
    summary: 'Where the browser goes to sign in with Facebook or Apple',
    relation: 'none',
    rate: 'token',
    body: z.strictObject({ provider: name }),
    reply: z.object({ url: z.string() }),
  }),
  signIn: endpoint(socialRoutes.signIn, {
    summary: 'Signs in with the answer of Facebook or Apple; a new person gets an account',
    relation: 'none',
    rate: 'sign-in',
    body: z.strictObject({
      provider: name,
      code: text(2000),
      state: text(400),
      /** Apple gives the name to the page only, the first time; the person may have changed it there */
      firstName: lineText(mostName).optional(),
      lastName: lineText(mostName).optional(),
    }),
    reply: signedInReply,
  }),
  beginLink: endpoint(socialRoutes.beginLink, {
    summary:
      "Where the browser goes to add Facebook or Apple to the caller's account; needs the password of the last minutes",
    ...ofOwnAccount,
    body: z.strictObject({ provider: name }),
    reply: z.object({ url: z.string() }),
  }),
  link: endpoint(socialRoutes.link, {
    summary: "Links a Facebook or Apple account to the caller's account",
    ...ofOwnAccount,
    rate: 'sign-in',
    body: z.strictObject({ provider: name, code: text(2000), state: text(400) }),
    reply: nothing,
  }),
  unlink: endpoint(socialRoutes.unlink, {
    summary:
      "Removes Facebook or Apple from the caller's account, never the last way to sign in; ends the other sessions",
    ...ofOwnAccount,
    body: z.strictObject({ provider: name }),
    reply: nothing,
  }),
  apps: endpoint(socialRoutes.apps, {
    summary: 'The apps at Facebook and Apple that people sign in through, without their secrets',
    relation: 'none',
    rate: 'read',
    reply: socialAppsView,
  }),
  changeFacebook: endpoint(socialRoutes.changeFacebook, {
    summary: 'Sets the Facebook app, or none; needs the password of the last minutes; audited',
    relation: 'none',
    rate: 'write',
    refusedInDemo: true,
    body: z.strictObject({
      config: z.strictObject({ appId: text(40) }).nullable(),
      /** absent: the stored one is kept */
      secret: text(200).optional(),
    }),
    reply: nothing,
  }),
  changeApple: endpoint(socialRoutes.changeApple, {
    summary: 'Sets the Apple services ID and key, or none; needs the password of the last minutes; audited',
    relation: 'none',
    rate: 'write',
    refusedInDemo: true,
    body: z.strictObject({
      config: z.strictObject({ servicesId: text(200), teamId: text(20), keyId: text(20) }).nullable(),
      /** the private key, PEM; absent: the stored one is kept */
      secret: text(2000).optional(),
    }),
    reply: nothing,
  }),
}
