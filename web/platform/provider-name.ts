import type { TFunction } from 'i18next'

/** Names as the providers write them; the test gateway's is translated. */
const names: Readonly<Record<string, string>> = {
  paypal: 'PayPal',
  braintree: 'Braintree',
  stripe: 'Stripe',
  paytm: 'Paytm',
  payulatam: 'PayU',
  flutterwave: 'Flutterwave',
  paystack: 'Paystack',
  securepay: 'SecurePay',
  payfast: 'Payfast',
  liqpay: 'LiqPay',
  culqi: 'Culqi',
  mercadopago: 'Mercado Pago',
}

/** The name of a payment provider as its brand is written. */
export const providerName = (t: TFunction, name: string): string =>
  name === 'test' ? t('provider_test') : (names[name] ?? name)
