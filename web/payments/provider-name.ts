/** Names as the providers write them (spec 2 §3); the test gateway's is a text of ours. */
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

export const providerName = (name: string): string => names[name] ?? name
