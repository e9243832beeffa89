import { exponentOf } from '@remis/domain/kit/currency'
import type { Money } from '../payments-provider.ts'
import type { Takes } from '../wire-amount.ts'

/** The currencies of Stripe, which an account may limit further. */
const currencies =
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY
COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD
JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO
NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TND
TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW`.split(/\s+/)

/** Smallest charges, in minor units. */
const least: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
}

/** Stripe counts these in hundredths, though they have no minor unit, and takes whole units of them only. */
const inHundredths = ['ISK', 'UGX']
/** Stripe counts this one in whole units. */
const inUnits = ['MGA']
/** Largest amounts of card payments as Stripe counts them: eight digits, and more of these. */
const usualMost = 99_999_999
const most: Readonly<Record<string, number>> = {
  COP: 9_999_999_999,
  HUF: 9_999_999_999,
  IDR: 999_999_999_999,
  INR: 999_999_999,
  JPY: 9_999_999_999,
  LBP: 99_999_999_999,
}

/** What Stripe takes of a currency; undefined: nothing. */
export const stripeTakes = (currency: string): Takes | undefined => {
  if (!currencies.includes(currency)) return undefined
  const step = inUnits.includes(currency) ? 100 : exponentOf(currency) === 3 ? 10 : 1
  const largest = fromStripe(most[currency] ?? usualMost, currency)
  return { currencies, least: least[currency] ?? 1, most: Math.floor(largest.minor), step }
}

/** The amount as Stripe counts it. */
export const toStripe = ({ minor, currency }: Money): number => {
  if (inHundredths.includes(currency)) return minor * 100
  return inUnits.includes(currency) ? minor / 100 : minor
}

/** The money of an amount of Stripe, which writes currencies in lower case. */
export const fromStripe = (amount: number, currency: string): Money => {
  const code = currency.toUpperCase()
  if (inHundredths.includes(code)) return { minor: amount / 100, currency: code }
  return { minor: inUnits.includes(code) ? amount * 100 : amount, currency: code }
}
