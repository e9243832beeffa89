import { createHash } from 'node:crypto'
import type { PayulatamConfig } from '../../../platform/runtime/gateway-variables.ts'
import { isSameText } from '../same-text.ts'

type SigningConfig = Pick<PayulatamConfig, 'apiKey' | 'merchantId' | 'signature'>

/** The signature of these parts in lower-case hex. */
export const payulatamSigns = ({ apiKey, merchantId, signature }: SigningConfig, parts: readonly string[]): string =>
  createHash(signature === 'MD5' ? 'md5' : 'sha256')
    .update([apiKey, merchantId, ...parts].join('~'))
    .digest('hex')

/**
 * The value as PayU signs it in a confirmation: two decimals without the last zero, `150.00` as `150.0`. Null: not a
 * value.
 */
export const confirmationValue = (value: string): string | null => {
  const found = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(value)
  if (found === null) return null
  const [, whole = '', part = ''] = found
  return `${whole}.${part.padEnd(2, '0').replace(/0$/, '')}`
}

/** Whether a confirmation was signed with the shop's key, for the shop's merchant id. */
export const isFromPayulatam = (config: SigningConfig, confirmation: URLSearchParams): boolean => {
  const field = (name: string) => confirmation.get(name) ?? ''
  const value = confirmationValue(field('value'))
  if (value === null) return false
  const parts = [field('reference_sale'), value, field('currency'), field('state_pol')]
  return isSameText(field('sign').toLowerCase(), payulatamSigns(config, parts))
}
