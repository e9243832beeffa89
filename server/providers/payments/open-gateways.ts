import type { Platform } from '../../platform/http/use-case.ts'
import type { Gateways } from './gateways.ts'
import { standInGateway } from './stand-in-gateway.ts'
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

/** The card gateways of this installation: the test gateway exactly in trial mode [design/payments-32]. */
export const openGateways = (app: Platform): Gateways => {
  const { config } = app
  if (config.mode !== 'trial') return { gateways: [], mount: () => undefined }
  return config.testGateway === undefined ? mountTestGateway(app) : elsewhere(app, config.testGateway)
}
