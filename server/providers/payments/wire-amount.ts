import { exponentOf } from '@remis/domain/kit/currency'
import type { Minor } from '@remis/domain/kit/money'
import type { Money } from './payments-provider.ts'

/**
 * The decimal text of an amount, `1050` USD as `10.50`, in integer arithmetic. `places` at least the currency's
 * exponent adds zeros, for a gateway that wants two decimals of every currency.
 */
export const majorText = ({ minor, currency }: Money, places = exponentOf(currency)): string => {
  const exponent = exponentOf(currency)
  const digits = String(minor).padStart(exponent + 1, '0')
  const whole = exponent === 0 ? digits : digits.slice(0, -exponent)
  const part = (exponent === 0 ? '' : digits.slice(-exponent)).padEnd(places, '0')
  return part === '' ? whole : `${whole}.${part}`
}

/**
 * Minor units of a gateway's decimal amount, a text or a JSON number. Null when it is no amount, or has more places
 * than the currency, other than zeros.
 */
export const minorOf = (major: string | number, currency: string): Minor | null => {
  const exponent = exponentOf(currency)
  const found = /^(\d{1,13})(?:\.(\d{1,10}))?$/.exec(String(major))
  if (found === null) return null
  const [, whole = '', part = ''] = found
  if (!/^0*$/.test(part.slice(exponent))) return null
  const minor = Number(whole + part.slice(0, exponent).padEnd(exponent, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}

/** What a step of a currency is in minor units: one, or a whole unit where the gateway takes no decimals. */
export const stepOf = (currency: string, withoutDecimals: readonly string[]): Minor =>
  withoutDecimals.includes(currency) ? 10 ** exponentOf(currency) : 1

/** `majorText`, without decimals for the currencies of which the gateway takes none. */
export const stepText = (money: Money, withoutDecimals: readonly string[]): string =>
  withoutDecimals.includes(money.currency)
    ? String(money.minor / stepOf(money.currency, withoutDecimals))
    : majorText(money)

/** What a gateway takes, in minor units of each currency. */
export interface Takes {
  readonly currencies: readonly string[]
  /** default 1 */
  readonly least?: Minor
  readonly most?: Minor
  /** amounts are multiples of it; default 1 */
  readonly step?: Minor
}

/** Whether this amount is within a gateway's limits. */
export const supportsAmount = (
  { minor, currency }: Money,
  { currencies, least = 1, most = 99_999_999_999, step = 1 }: Takes,
): { readonly ok: true } | { readonly ok: false; readonly reason: string } => {
  if (!currencies.includes(currency)) return { ok: false, reason: 'currency' }
  if (!Number.isSafeInteger(minor) || minor <= 0 || minor % step !== 0) return { ok: false, reason: 'precision' }
  if (minor < least) return { ok: false, reason: 'min' }
  return minor > most ? { ok: false, reason: 'max' } : { ok: true }
}
