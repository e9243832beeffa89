import type { Platform } from '../../platform/http/use-case.ts'
import type { GatewayEdges } from './ask-gateway.ts'
import { braintreeGateway } from './braintree/braintree-gateway.ts'
import { culqiGateway } from './culqi/culqi-gateway.ts'
import { flutterwaveGateway } from './flutterwave/flutterwave-gateway.ts'
import type { Gateways } from './gateways.ts'
import { mercadopagoGateway } from './mercadopago/mercadopago-gateway.ts'
import { liqpayGateway } from './liqpay/liqpay-gateway.ts'
import { payfastGateway } from './payfast/payfast-gateway.ts'
import type { PaymentsProvider } from './payments-provider.ts'
import { paypalGateway } from './paypal/paypal-gateway.ts'
import { payulatamGateway } from './payulatam/payulatam-gateway.ts'
import { paystackGateway } from './paystack/paystack-gateway.ts'
import { paytmGateway } from './paytm/paytm-gateway.ts'
import { securepayGateway } from './securepay/securepay-gateway.ts'
import { standInGateway } from './stand-in-gateway.ts'
import { stripeGateway } from './stripe/stripe-gateway.ts'
import { mountTestGateway } from './test-gateway/mount-test-gateway.ts'

const elsewhere = ({ config }: Platform, { url, secret }: { url: string; secret: string }): Gateways => ({
  gateways: [
    standInGateway({
      secret,
      baseUrl: url,
      fetch: (address, init) => fetch(address, init),
      now: Date.now,
      toleranceSeconds: config.limits.payments.signatureSeconds,
    }),
  ],
  mount: () => undefined,
})

/** The gateways whose variables are set [design/payments-70]. */
const vendorsOf = ({ config }: Pick<Platform, 'config'>): readonly PaymentsProvider[] => {
  const { url, ...set } = config.gateways
  const edges = (name: keyof typeof set): GatewayEdges => ({
    url: url === undefined ? undefined : `${url}/${name}`,
    fetch: (address, init) => fetch(address, init),
    now: Date.now,
    signatureSeconds: config.limits.payments.signatureSeconds,
  })
  return [
    set.stripe && stripeGateway(set.stripe, edges('stripe')),
    set.paypal && paypalGateway(set.paypal, edges('paypal')),
    set.mercadopago && mercadopagoGateway(set.mercadopago, edges('mercadopago')),
    set.payulatam && payulatamGateway(set.payulatam, edges('payulatam')),
    set.paystack && paystackGateway(set.paystack, edges('paystack')),
    set.flutterwave && flutterwaveGateway(set.flutterwave, edges('flutterwave')),
    set.paytm && paytmGateway(set.paytm, edges('paytm')),
    set.securepay && securepayGateway(set.securepay, edges('securepay')),
    set.payfast && payfastGateway(set.payfast, edges('payfast')),
    set.liqpay && liqpayGateway(set.liqpay, edges('liqpay')),
    set.culqi && culqiGateway(set.culqi, edges('culqi')),
    set.braintree && braintreeGateway(set.braintree, edges('braintree')),
  ].filter((vendor) => vendor !== undefined)
}

/** The card gateways of this installation; the test gateway exactly in trial mode [design/payments-32]. */
export const openGateways = (app: Platform): Gateways => {
  const { config } = app
  const vendors = vendorsOf(app)
  if (config.mode !== 'trial') return { gateways: vendors, mount: () => undefined }
  const test = config.testGateway === undefined ? mountTestGateway(app) : elsewhere(app, config.testGateway)
  return { ...test, gateways: [...test.gateways, ...vendors] }
}
