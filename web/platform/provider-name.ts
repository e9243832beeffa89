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
export const providerName = (name: string): string => names[name] ?? name
