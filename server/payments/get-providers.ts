import type { paymentsApi } from '@remis/domain/payments/payments-api'
import { isLoopbackUrl } from '../platform/http/loopback.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import type { PaymentDeps } from './payment-deps.ts'

/** What the office sees of the gateways [design/payments-87]. */
export const listGateways: UseCase<PaymentDeps, typeof paymentsApi.gateways> = async ({
  config,
  gateways,
  settings,
}) => {
  const { code } = await settings.current()
  return {
    gateways: gateways.map((gateway) => ({
      name: gateway.name,
      takesCurrency: gateway.takes(code),
      webhook: gateway.sendsWebhooks === false ? null : `${config.publicUrl}/pay/${gateway.name}/webhook`,
    })),
  }
}

/**
 * The providers that are set up and take the currency, each with the link of the pay form. On a loopback address the
 * link is a path: a page opened as 127.0.0.1 must not post to localhost, where no session exists [design/payments-19].
 */
export const getProviders: UseCase<PaymentDeps, typeof paymentsApi.providers> = async ({
  config,
  gateways,
  settings,
}) => {
  const { code: currency } = await settings.current()
  const base = isLoopbackUrl(config.publicUrl) ? '' : config.publicUrl
  return gateways
    .filter((gateway) => gateway.takes(currency))
    .map(({ name }) => ({ name, link: `${base}/pay/${name}` }))
}
