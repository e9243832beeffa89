import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ServerSecret } from '../../platform/sessions/server-secret.ts'

/** What a token is for, and what it is bound to without saying it. */
interface Purpose {
  readonly secret: ServerSecret
  /** the purpose of the key */
  readonly name: string
  /** the signature holds for these alone: a session, a password hash */
  readonly bound: string
}

const sign = ({ secret, name, bound }: Purpose, payload: string): string =>
  createHmac('sha256', secret.keyFor(name)).update(`${payload}\n${bound}`).digest('base64url')

/**
 * `<subject>.<nonce>.<expiry in s>.<signature>`, without a row until it is used. `now` in ms; the subject has no dot.
 */
export const makeSignedToken = (purpose: Purpose, subject: string, seconds: number, now: number): string => {
  const payload = `${subject}.${randomBytes(16).toString('base64url')}.${Math.floor(now / 1000) + seconds}`
  return `${payload}.${sign(purpose, payload)}`
}

/** The subject as the token says it, to look up what it is bound to; it may be forged. */
export const claimedSubject = (token: string): string => token.split('.')[0] ?? ''

/** The expiry in ms, or undefined for a forged or expired token, or one for something else. */
export const checkSignedToken = (purpose: Purpose, token: string, now: number): number | undefined => {
  const end = token.lastIndexOf('.')
  const payload = token.slice(0, Math.max(0, end))
  const expected = Buffer.from(sign(purpose, payload))
  const given = Buffer.from(token.slice(end + 1))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const expiresAt = Number(payload.split('.')[2]) * 1000
  return expiresAt > now ? expiresAt : undefined
}
