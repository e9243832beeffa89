import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, base64url: the only form in which a token leaves the server. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the `sessions` table holds of a token. A token of 256 bits needs no salt. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
