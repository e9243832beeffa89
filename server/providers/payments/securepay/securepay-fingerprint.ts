import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import type { SecurepayConfig } from '../../../platform/runtime/gateway-variables.ts'
import { isSameText } from '../same-text.ts'
import { minorOf } from '../wire-amount.ts'

/** Hex, over merchant id, transaction password and these values with bars between. */
export const fingerprintOf = (
  values: readonly (string | number)[],
  { merchantId, password, fingerprint }: Pick<SecurepayConfig, 'merchantId' | 'password' | 'fingerprint'>,
): string => {
  const digest = fingerprint === 'sha1' ? createHash('sha1') : createHmac('sha256', password)
  return digest.update([merchantId, password, ...values].join('|')).digest('hex')
}

/** A time as SecurePay writes it, in UTC: 20261121031649. */
export const securepayTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace(/\D/g, '')

/** Whole cents; a payment that 3D Secure declined states dollars with a decimal point. */
const cents = z.string().transform((amount, context) => {
  const minor = /^\d{1,15}$/.test(amount) ? Number(amount) : minorOf(amount, 'AUD')
  if (minor !== null && Number.isSafeInteger(minor)) return minor
  context.addIssue({ code: 'custom', message: 'no amount' })
  return z.NEVER
})

const resultFields = z.object({
  merchant: z.string(),
  refid: z.string().min(1),
  amount: cents,
  timestamp: z.string().regex(/^\d{14}$/),
  summarycode: z.enum(['1', '2', '3', '4']),
  fingerprint: z.string(),
  // Not covered by the fingerprint.
  currency: z.string().optional(),
  rescode: z.string().optional(),
})

/** What SecurePay says of one try to pay. */
export type SecurepayResult = z.output<typeof resultFields>

/** Reads the fields of a result that SecurePay signed about this merchant, its amount in cents. null: another text. */
export const readResult = (fields: URLSearchParams, config: SecurepayConfig): SecurepayResult | null => {
  const result = resultFields.safeParse(Object.fromEntries(fields)).data
  if (result === undefined || result.merchant !== config.merchantId) return null
  const { refid, amount, timestamp, summarycode, fingerprint } = result
  const expected = fingerprintOf([refid, amount, timestamp, summarycode], config)
  return isSameText(fingerprint.toLowerCase(), expected) ? result : null
}
