import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { appleIssuer } from '../apple-sign-in.ts'
import { draw, json, tokenSeconds, type Grants } from './desk-grants.ts'
import type { DeskApps, SocialFaults } from './social-desk.ts'

/** Sign in with Apple: exchanges a code for an id token, and serves the public keys for its signature. */
export const openAppleDesk = async (
  { servicesId, teamId, keyId, publicKey: secretKey }: DeskApps['apple'],
  grants: Grants,
  now: () => number,
  faults: SocialFaults,
) => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = randomBytes(5).toString('hex')
  const keys = [{ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' }]

  const isSecret = async (secret: string): Promise<boolean> => {
    try {
      const { protectedHeader } = await jwtVerify(secret, secretKey, {
        issuer: teamId,
        subject: servicesId,
        audience: appleIssuer,
        algorithms: ['ES256'],
        currentDate: new Date(now()),
        requiredClaims: ['iat', 'exp'],
      })
      return protectedHeader.kid === keyId
    } catch {
      return false
    }
  }

  const giveToken = async (form: URLSearchParams): Promise<Response> => {
    const known = form.get('client_id') === servicesId && (await isSecret(form.get('client_secret') ?? ''))
    if (!known) return json(400, { error: 'invalid_client' })
    const grant = form.get('grant_type') === 'authorization_code' ? grants.take('apple', form) : undefined
    if (grant === undefined) return json(400, { error: 'invalid_grant' })
    const { subject, email, emailVerified } = grant.person
    const seconds = Math.floor(now() / 1000)
    const said: JWTPayload = {
      iss: appleIssuer,
      aud: servicesId,
      sub: subject,
      iat: seconds,
      exp: seconds + tokenSeconds,
      nonce: grant.nonce,
      nonce_supported: true,
      ...(email === null ? {} : { email, email_verified: emailVerified ? 'true' : 'false' }),
    }
    const claims = faults.claims?.(said) ?? said
    const idToken =
      (await faults.sign?.(claims, kid)) ??
      (await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey))
    return json(200, { access_token: draw(), token_type: 'Bearer', expires_in: tokenSeconds, id_token: idToken })
  }

  return { giveToken, keys }
}
