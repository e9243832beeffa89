import { createHmac } from 'node:crypto'
import type { FacebookApp } from '@remis/domain/accounts/social/social-app'
import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import { z } from 'zod'
import { askProvider, type AskOptions } from './ask-provider.ts'
import { SocialRefused, type SocialProvider } from './social-provider.ts'

export interface FacebookHosts {
  /** of the dialog, which the browser opens */
  readonly dialog: string
  readonly graph: string
}

export interface FacebookOptions extends AskOptions {
  readonly hosts: FacebookHosts
  readonly app: FacebookApp
  readonly secret: string
  readonly redirectUri: string
  /** ms */
  readonly now: () => number
}

export const facebookHosts: FacebookHosts = {
  dialog: 'https://www.facebook.com',
  graph: 'https://graph.facebook.com',
}
const version = 'v23.0'

const tokenReply = z.object({ access_token: z.string().min(1).max(2000) })
const debugReply = z.object({
  data: z.object({
    app_id: z.string(),
    is_valid: z.boolean(),
    user_id: z.string().optional(),
    type: z.string().optional(),
    /** seconds; 0: never */
    expires_at: z.number().optional(),
  }),
})
const meReply = z.object({
  id: z.string().regex(/^\d{1,40}$/),
  first_name: z.string().max(200).optional(),
  last_name: z.string().max(200).optional(),
  email: z.string().max(254).optional(),
})

/**
 * Facebook Login by the manual flow: https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow.
 * Graph's tokens are opaque, so `debug_token` says which app and person a token belongs to: a token of another app is
 * refused [design/accounts-104]. Facebook says of no email that it is verified.
 */
export const facebookSignIn = (options: FacebookOptions): SocialProvider => {
  const { hosts, app, secret, redirectUri } = options
  const client = new OAuth2Client(app.appId, null, redirectUri)
  const graph = (path: string, query: Readonly<Record<string, string>>): URL => {
    const url = new URL(hosts.graph + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }

  const check = async (token: string): Promise<string> => {
    const query = { input_token: token, access_token: `${app.appId}|${secret}` }
    const { data } = await askProvider(options, graph('/debug_token', query), debugReply)
    const { app_id: appId, is_valid: valid, user_id: userId, type, expires_at: expiresAt = 0 } = data
    if (!valid || appId !== app.appId || (type !== undefined && type !== 'USER') || userId === undefined)
      throw new SocialRefused('the token is not one of this app and a person')
    if (expiresAt !== 0 && expiresAt * 1000 <= options.now()) throw new SocialRefused('the token has expired')
    return userId
  }

  return {
    name: 'facebook',
    authorizeUrl: ({ state, verifier }) =>
      client.createAuthorizationURLWithPKCE(
        `${hosts.dialog}/${version}/dialog/oauth`,
        state,
        CodeChallengeMethod.S256,
        verifier,
        ['public_profile', 'email'],
      ),
    identify: async (code, { verifier }) => {
      const form = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: app.appId,
        client_secret: secret,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      })
      const { access_token: token } = await askProvider(
        options,
        graph(`/${version}/oauth/access_token`, {}),
        tokenReply,
        form,
      )
      const userId = await check(token)
      const me = await askProvider(
        options,
        graph(`/${version}/me`, {
          fields: 'id,first_name,last_name,email',
          access_token: token,
          appsecret_proof: createHmac('sha256', secret).update(token).digest('hex'),
        }),
        meReply,
      )
      if (me.id !== userId) throw new SocialRefused('the profile is of another person than the token')
      return {
        subject: me.id,
        email: me.email ?? null,
        emailVerified: false,
        firstName: me.first_name ?? '',
        lastName: me.last_name ?? '',
      }
    },
  }
}
