import type { GatewayEdges } from './ask-gateway.ts'

/**
 * The idempotency key of a refund at a gateway that repeats its first answer, also a refusal or an error. The tries of
 * one hour share it, and a later one is a new request: what was made has to be looked for first [design/payments-102].
 */
export const keyOfHour = (key: string, { now }: Pick<GatewayEdges, 'now'>): string =>
  `${key}-${Math.floor(now() / 3_600_000)}`
