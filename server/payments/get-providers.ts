import type { paymentsApi } from '@remis/domain/payments/payments-api'
import { isLoopback } from '../platform/http/request-origin.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import type { PaymentDeps } from './payment-deps.ts'

/**
 * spec 1 §7: the providers that are set up and take the currency, each with the link the pay form is posted to. On this
 * machine alone the link is a path: a page open as 127.0.0.1 must not post to localhost, where it is not signed in.
 */
export const getProviders: UseCase<PaymentDeps, typeof paymentsApi.providers> = async ({
  config,
  gateways,
  settings,
}) => {
  const { code: currency } = await settings.current()
  const base = isLoopback(config.publicUrl) ? '' : config.publicUrl
  return gateways
    .filter((gateway) => gateway.takes(currency))
    .map(({ name }) => ({ name, link: `${base}/pay/${name}` }))
}
