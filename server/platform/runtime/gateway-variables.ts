import { z } from 'zod'
import { StartError } from './start-error.ts'

const secret = (what: string) => z.string().trim().min(1).max(1000).optional().describe(what)
const sites = new Set<z.ZodType>()
const site = (vendor: string) => {
  const variable = z
    .enum(['live', 'sandbox'])
    .default('live')
    .describe(`${vendor}: live, or sandbox for payments without money in a trial.`)
  sites.add(variable)
  return variable
}

/** The environment variables of the card gateways; one is on when its variables are set [design/payments-70]. */
export const gatewayVariables = {
  STRIPE_SECRET_KEY: secret('Stripe: secret key, sk_live_…'),
  STRIPE_WEBHOOK_SECRET: secret('Stripe: signing secret of the webhook, whsec_…'),
  PAYPAL_CLIENT_ID: secret('PayPal: client id of the REST app.'),
  PAYPAL_CLIENT_SECRET: secret('PayPal: secret of the REST app.'),
  PAYPAL_WEBHOOK_ID: secret('PayPal: id of the webhook.'),
  PAYPAL_ENV: site('PayPal'),
  MERCADOPAGO_ACCESS_TOKEN: secret('Mercado Pago: access token of the application, APP_USR-…'),
  MERCADOPAGO_WEBHOOK_SECRET: secret('Mercado Pago: secret key of the webhook.'),
  MERCADOPAGO_FLOW: z
    .enum(['orders', 'preferences'])
    .default('orders')
    .describe('Mercado Pago: orders, or preferences in a country without the Orders API.'),
  PAYSTACK_SECRET_KEY: secret('Paystack: secret key, sk_live_…'),
  FLW_SECRET_KEY: secret('Flutterwave: secret key, FLWSECK-…'),
  FLW_SECRET_HASH: secret('Flutterwave: secret hash of the webhook.'),
  PAYTM_MID: secret('Paytm: merchant id.'),
  PAYTM_MERCHANT_KEY: secret('Paytm: merchant key of 16, 24 or 32 characters; in quotes when it has a # in it.'),
  PAYTM_WEBSITE: z
    .string()
    .min(1)
    .max(100)
    .default('DEFAULT')
    .describe('Paytm: website name; WEBSTAGING in the sandbox.'),
  PAYTM_ENV: site('Paytm'),
  PAYU_LATAM_MERCHANT_ID: secret('PayU Latam: merchant id.'),
  PAYU_LATAM_ACCOUNT_ID: secret('PayU Latam: account id of your country.'),
  PAYU_LATAM_API_KEY: secret('PayU Latam: API key.'),
  PAYU_LATAM_API_LOGIN: secret('PayU Latam: API login.'),
  PAYU_LATAM_SIGNATURE: z
    .enum(['SHA256', 'MD5'])
    .default('SHA256')
    .describe('PayU Latam: signature algorithm that the account is set to, SHA256 or MD5.'),
  PAYU_LATAM_ENV: site('PayU Latam'),
  SECUREPAY_MERCHANT_ID: secret('SecurePay: merchant id for SecureFrame, for example ABC0001.'),
  SECUREPAY_TXN_PASSWORD: secret('SecurePay: transaction password.'),
  SECUREPAY_TXN_TYPE: z
    .enum(['0', '2', '4', '6'])
    .default('0')
    .describe('SecurePay: 0 is a plain payment, 2 with FraudGuard, 4 with 3D Secure, 6 with both.'),
  SECUREPAY_FINGERPRINT: z
    .enum(['hmac-sha256', 'sha1'])
    .default('hmac-sha256')
    .describe('SecurePay: how your account signs, hmac-sha256 or sha1.'),
  SECUREPAY_ENV: site('SecurePay'),
  PAYFAST_MERCHANT_ID: secret('Payfast: merchant id.'),
  PAYFAST_MERCHANT_KEY: secret('Payfast: merchant key.'),
  PAYFAST_PASSPHRASE: z
    .string()
    .regex(/^[A-Za-z0-9]{8,32}$/, 'use 8 to 32 letters and digits')
    .optional()
    .describe('Payfast: passphrase of the integration, 8 to 32 letters and digits.'),
  PAYFAST_ENV: site('Payfast'),
  LIQPAY_PUBLIC_KEY: secret('LiqPay: public key of the shop.'),
  LIQPAY_PRIVATE_KEY: secret('LiqPay: private key of the shop.'),
  LIQPAY_VERSION: z
    .enum(['7', '3'])
    .default('7')
    .describe('LiqPay: version of the API. 7 signs with SHA3-256, 3 with SHA-1.'),
  BRAINTREE_PUBLIC_KEY: secret('Braintree: public key of the API.'),
  BRAINTREE_PRIVATE_KEY: secret('Braintree: private key of the API.'),
  BRAINTREE_MERCHANT_ACCOUNTS: secret(
    'Braintree: merchant account id of each currency as JSON, for example {"EUR":"account-eur","USD":"account-usd"}.',
  ),
  BRAINTREE_ENV: site('Braintree'),
  CULQI_PUBLIC_KEY: secret('Culqi: public key, pk_live_…'),
  CULQI_SECRET_KEY: secret('Culqi: secret key, sk_live_…'),
  CULQI_WEBHOOK_USER: secret('Culqi: user name that its webhooks carry.'),
  CULQI_WEBHOOK_PASSWORD: secret('Culqi: password that its webhooks carry.'),
  PAYMENTS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address called for the hosts of all card gateways, each under its name; for tests. Refused in production.',
    ),
}

const schema = z.object(gatewayVariables)
type Values = z.output<typeof schema>
type Name = keyof Values

export interface StripeConfig {
  readonly secretKey: string
  readonly webhookSecret: string
}
export interface PaypalConfig {
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookId: string
  readonly sandbox: boolean
}
export interface MercadopagoConfig {
  readonly accessToken: string
  readonly webhookSecret: string
  readonly flow: 'orders' | 'preferences'
}
export interface PaystackConfig {
  readonly secretKey: string
}
export interface FlutterwaveConfig {
  readonly secretKey: string
  readonly secretHash: string
}
export interface PaytmConfig {
  readonly merchantId: string
  readonly merchantKey: string
  readonly website: string
  readonly sandbox: boolean
}
export interface PayulatamConfig {
  readonly merchantId: string
  readonly accountId: string
  readonly apiKey: string
  readonly apiLogin: string
  readonly signature: 'SHA256' | 'MD5'
  readonly sandbox: boolean
}
export interface SecurepayConfig {
  readonly merchantId: string
  readonly password: string
  readonly transactionType: '0' | '2' | '4' | '6'
  readonly fingerprint: 'hmac-sha256' | 'sha1'
  readonly sandbox: boolean
}
export interface PayfastConfig {
  readonly merchantId: string
  readonly merchantKey: string
  readonly passphrase: string
  readonly sandbox: boolean
}
export interface LiqpayConfig {
  readonly publicKey: string
  readonly privateKey: string
  readonly version: 3 | 7
}
export interface BraintreeConfig {
  readonly publicKey: string
  readonly privateKey: string
  /** merchant account id by currency */
  readonly merchantAccounts: Readonly<Record<string, string>>
  readonly sandbox: boolean
}
export interface CulqiConfig {
  readonly publicKey: string
  readonly secretKey: string
  readonly webhookUser: string
  readonly webhookPassword: string
}

/** The card gateways that are set up; undefined: not set up. */
export interface GatewaysConfig {
  /** The address in front of all gateways, without a trailing slash; undefined: the hosts of the vendors. */
  readonly url: string | undefined
  readonly stripe: StripeConfig | undefined
  readonly paypal: PaypalConfig | undefined
  readonly mercadopago: MercadopagoConfig | undefined
  readonly paystack: PaystackConfig | undefined
  readonly flutterwave: FlutterwaveConfig | undefined
  readonly paytm: PaytmConfig | undefined
  readonly payulatam: PayulatamConfig | undefined
  readonly securepay: SecurepayConfig | undefined
  readonly payfast: PayfastConfig | undefined
  readonly liqpay: LiqpayConfig | undefined
  readonly culqi: CulqiConfig | undefined
  readonly braintree: BraintreeConfig | undefined
}

/** The values of variables that belong together; undefined when none is set. Throws when some are missing. */
const together = <K extends string>(v: Values, names: Readonly<Record<K, Name>>): Record<K, string> | undefined => {
  const entries = Object.entries(names) as [K, Name][]
  const given = entries.filter(([, name]) => v[name] !== undefined)
  if (given.length === 0) return undefined
  if (given.length < entries.length) {
    const all = entries.map(([, name]) => name)
    throw new StartError(`${all.slice(0, -1).join(', ')} and ${all.at(-1)} belong together. See .env.example.`)
  }
  return Object.fromEntries(entries.map(([key, name]) => [key, String(v[name])])) as Record<K, string>
}

const accounts = z.record(z.string().regex(/^[A-Z]{3}$/), z.string().min(1)).refine((of) => Object.keys(of).length > 0)

const accountsOf = (json: string): z.output<typeof accounts> => {
  try {
    return accounts.parse(JSON.parse(json))
  } catch {
    throw new StartError(
      'BRAINTREE_MERCHANT_ACCOUNTS is not valid: it must be like {"EUR":"account-eur","USD":"account-usd"}. See .env.example.',
    )
  }
}

/** The gateways of these variables. Throws StartError for one that is set up in part [design/payments-70]. */
export const gatewaysConfigOf = (v: Values): GatewaysConfig => {
  const paypal = together(v, {
    clientId: 'PAYPAL_CLIENT_ID',
    clientSecret: 'PAYPAL_CLIENT_SECRET',
    webhookId: 'PAYPAL_WEBHOOK_ID',
  })
  const mercadopago = together(v, {
    accessToken: 'MERCADOPAGO_ACCESS_TOKEN',
    webhookSecret: 'MERCADOPAGO_WEBHOOK_SECRET',
  })
  const paytm = together(v, { merchantId: 'PAYTM_MID', merchantKey: 'PAYTM_MERCHANT_KEY' })
  if (paytm !== undefined && ![16, 24, 32].includes(paytm.merchantKey.length))
    throw new StartError('PAYTM_MERCHANT_KEY is not valid: it must have 16, 24 or 32 characters. See .env.example.')
  const payulatam = together(v, {
    merchantId: 'PAYU_LATAM_MERCHANT_ID',
    accountId: 'PAYU_LATAM_ACCOUNT_ID',
    apiKey: 'PAYU_LATAM_API_KEY',
    apiLogin: 'PAYU_LATAM_API_LOGIN',
  })
  const securepay = together(v, { merchantId: 'SECUREPAY_MERCHANT_ID', password: 'SECUREPAY_TXN_PASSWORD' })
  const payfast = together(v, {
    merchantId: 'PAYFAST_MERCHANT_ID',
    merchantKey: 'PAYFAST_MERCHANT_KEY',
    passphrase: 'PAYFAST_PASSPHRASE',
  })
  const braintree = together(v, {
    publicKey: 'BRAINTREE_PUBLIC_KEY',
    privateKey: 'BRAINTREE_PRIVATE_KEY',
    merchantAccounts: 'BRAINTREE_MERCHANT_ACCOUNTS',
  })
  const liqpay = together(v, { publicKey: 'LIQPAY_PUBLIC_KEY', privateKey: 'LIQPAY_PRIVATE_KEY' })
  return {
    url: v.PAYMENTS_URL?.replace(/\/+$/, ''),
    stripe: together(v, { secretKey: 'STRIPE_SECRET_KEY', webhookSecret: 'STRIPE_WEBHOOK_SECRET' }),
    paypal: paypal && { ...paypal, sandbox: v.PAYPAL_ENV === 'sandbox' },
    mercadopago: mercadopago && { ...mercadopago, flow: v.MERCADOPAGO_FLOW },
    paystack: together(v, { secretKey: 'PAYSTACK_SECRET_KEY' }),
    flutterwave: together(v, { secretKey: 'FLW_SECRET_KEY', secretHash: 'FLW_SECRET_HASH' }),
    paytm: paytm && { ...paytm, website: v.PAYTM_WEBSITE, sandbox: v.PAYTM_ENV === 'sandbox' },
    payulatam: payulatam && {
      ...payulatam,
      signature: v.PAYU_LATAM_SIGNATURE,
      sandbox: v.PAYU_LATAM_ENV === 'sandbox',
    },
    securepay: securepay && {
      ...securepay,
      transactionType: v.SECUREPAY_TXN_TYPE,
      fingerprint: v.SECUREPAY_FINGERPRINT,
      sandbox: v.SECUREPAY_ENV === 'sandbox',
    },
    payfast: payfast && { ...payfast, sandbox: v.PAYFAST_ENV === 'sandbox' },
    liqpay: liqpay && { ...liqpay, version: v.LIQPAY_VERSION === '3' ? 3 : 7 },
    braintree: braintree && {
      ...braintree,
      merchantAccounts: accountsOf(braintree.merchantAccounts),
      sandbox: v.BRAINTREE_ENV === 'sandbox',
    },
    culqi: together(v, {
      publicKey: 'CULQI_PUBLIC_KEY',
      secretKey: 'CULQI_SECRET_KEY',
      webhookUser: 'CULQI_WEBHOOK_USER',
      webhookPassword: 'CULQI_WEBHOOK_PASSWORD',
    }),
  }
}

/** The variable that leads to payments without money, if one does: refused in production [design/payments-71]. */
export const sandboxVariable = (v: Values): Name | undefined => {
  const testKeys: readonly [Name, RegExp][] = [
    ['STRIPE_SECRET_KEY', /^[a-z]+_test_/],
    ['MERCADOPAGO_ACCESS_TOKEN', /^TEST-/],
    ['PAYSTACK_SECRET_KEY', /^sk_test_/],
    ['FLW_SECRET_KEY', /^FLWSECK_TEST-/],
    ['LIQPAY_PUBLIC_KEY', /^sandbox_/],
    ['CULQI_SECRET_KEY', /^sk_test_/],
    ['CULQI_PUBLIC_KEY', /^pk_test_/],
  ]
  const names = Object.keys(gatewayVariables) as Name[]
  return (
    testKeys.find(([name, begin]) => begin.test(v[name] ?? ''))?.[0] ??
    names.find((name) => sites.has(gatewayVariables[name]) && v[name] === 'sandbox')
  )
}
