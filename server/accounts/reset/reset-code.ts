import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Platform } from '../../platform/http/use-case.ts'

/** Six digits, the first of them not 0 [accounts-25]. */
export const newCode = (): string => String(randomInt(100_000, 1_000_000))

/**
 * Keyed hash: a plain hash of six digits can be brute-forced from a database copy. `subject`: the request that the code
 * belongs to.
 */
export const hashCode = ({ secret }: Pick<Platform, 'secret'>, subject: string, code: string): Buffer =>
  createHmac('sha256', secret.keyFor('one-time-code')).update(`${subject}\n${code}`).digest()

export const isCode = (app: Pick<Platform, 'secret'>, subject: string, typed: string, hash: Buffer): boolean =>
  timingSafeEqual(hashCode(app, subject, typed.replace(/\D/g, '')), hash)
