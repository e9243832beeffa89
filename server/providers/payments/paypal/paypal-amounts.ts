import { exponentOf } from '@remis/domain/kit/currency'
import type { Money } from '../payments-provider.ts'
import { stepOf, stepText, type Takes } from '../wire-amount.ts'

/** The currencies of PayPal, which an account may limit further. */
const currencies =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ')
/** PayPal refuses decimals of these, which have a minor unit. */
const withoutDecimals = ['HUF', 'TWD']

/** What PayPal takes of a currency; at most seven digits before the decimal point. */
export const paypalTakes = (currency: string): Takes => ({
  currencies,
  step: stepOf(currency, withoutDecimals),
  most: 10 ** (7 + exponentOf(currency)) - 1,
})

/** The amount as PayPal writes it. */
export const toPaypal = (money: Money): { readonly currency_code: string; readonly value: string } => ({
  currency_code: money.currency,
  value: stepText(money, withoutDecimals),
})
