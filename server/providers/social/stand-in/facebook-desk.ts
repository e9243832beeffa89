import { createHmac } from 'node:crypto'
import { draw, json, keep, tokenSeconds, type Grants } from './desk-grants.ts'
import type { DeskApps, DeskPerson, Json, SocialFaults } from './social-desk.ts'

const graphError = (code: number, message: string) => json(400, { error: { message, type: 'OAuthException', code } })

/** Facebook's Graph API: exchanges a code for an access token, and returns the person of a token. */
export const openFacebookDesk = (
  { appId, secret }: DeskApps['facebook'],
  grants: Grants,
  now: () => number,
  faults: SocialFaults,
) => {
  const tokens = new Map<string, Required<DeskPerson>>()

  const giveToken = (form: URLSearchParams): Response => {
    if (form.get('client_id') !== appId || form.get('client_secret') !== secret)
      return graphError(101, 'Error validating application.')
    const grant = grants.take('facebook', form)
    if (grant === undefined) return graphError(100, 'This authorization code has been used or has expired.')
    const token = `EAA${draw()}`
    keep(tokens, token, grant.person)
    return json(200, { access_token: token, token_type: 'bearer', expires_in: tokenSeconds })
  }

  const debugToken = (query: URLSearchParams): Response => {
    if (query.get('access_token') !== `${appId}|${secret}`) return graphError(190, 'Invalid OAuth access token.')
    const person = tokens.get(query.get('input_token') ?? '')
    const data: Json = {
      app_id: appId,
      type: 'USER',
      is_valid: person !== undefined,
      user_id: person?.subject,
      expires_at: Math.floor(now() / 1000) + tokenSeconds,
      scopes: ['public_profile', 'email'],
    }
    return json(200, { data: faults.debug?.(data) ?? data })
  }

  const me = (query: URLSearchParams): Response => {
    const token = query.get('access_token') ?? ''
    const person = tokens.get(token)
    const proof = createHmac('sha256', secret).update(token).digest('hex')
    if (person === undefined) return graphError(190, 'Invalid OAuth access token.')
    if (query.get('appsecret_proof') !== proof) return graphError(100, 'Invalid appsecret_proof.')
    const { subject, email, firstName, lastName } = person
    const view: Json = { id: subject, first_name: firstName, last_name: lastName, ...(email === null ? {} : { email }) }
    return json(200, faults.me?.(view) ?? view)
  }

  return { giveToken, debugToken, me }
}
