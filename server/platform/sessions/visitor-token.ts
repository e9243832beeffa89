import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { ServerSecret } from './server-secret.ts'

const PREFIX = 'v1'

const sign = (secret: ServerSecret, payload: string): string =>
  createHmac('sha256', secret.keyFor('visitor-token')).update(payload).digest('base64url')

/** An anonymous bearer token without a row: `v1.<id>.<expiry in s>.<signature>` [design/api-24]. `now` in ms. */
export const makeVisitorToken = (
  secret: ServerSecret,
  lifetimeSeconds: number,
  now: number,
): { token: string; expiresAt: number } => {
  const expires = Math.floor(now / 1000) + lifetimeSeconds
  const payload = `${PREFIX}.${randomUUID()}.${expires}`
  return { token: `${payload}.${sign(secret, payload)}`, expiresAt: expires * 1000 }
}

/** The visitor's id, or undefined for a forged or expired token. */
export const readVisitorToken = (secret: ServerSecret, token: string, now: number): string | undefined => {
  const [prefix, id, expires, signature, ...more] = token.split('.')
  if (prefix !== PREFIX || !id || !expires || !signature || more.length > 0) return undefined
  const expected = Buffer.from(sign(secret, `${prefix}.${id}.${expires}`))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return Number(expires) * 1000 > now ? id : undefined
}
