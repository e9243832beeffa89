import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import type { Platform } from '../platform/http/use-case.ts'

const idBytes = 16
const signBytes = 16

const sign = ({ secret }: Pick<Platform, 'secret'>, id: Uint8Array): Buffer =>
  createHmac('sha256', secret.keyFor('guest-link')).update(id).digest().subarray(0, signBytes)

/** The link's id and 128 bits of its signature, in base64url: a forged token ends before the database is asked. */
export const guestLinkToken = (app: Pick<Platform, 'secret'>, id: string): string => {
  const bytes = parse(id)
  return Buffer.concat([bytes, sign(app, bytes)]).toString('base64url')
}

/** The id of the link that the token belongs to; undefined for a token that the server has not made. */
export const readGuestLinkToken = (app: Pick<Platform, 'secret'>, token: string): string | undefined => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signBytes) return undefined
  const id = bytes.subarray(0, idBytes)
  return timingSafeEqual(sign(app, id), bytes.subarray(idBytes)) ? stringify(id, 0) : undefined
}
