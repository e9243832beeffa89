import type { PaymentsProvider } from './payments-provider.ts'

/** What PostgreSQL keeps in no text and no JSON: NUL, and half of a surrogate pair. */
const unstorable = /[\0\p{Surrogate}]/gu

const cleaned = <T>(said: T): T =>
  JSON.parse(JSON.stringify(said), (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(unstorable, '\ufffd') : value,
  ) as T

/**
 * The same gateway, whose words can be kept whatever they are: a statement that no column takes would be refused for
 * ever, and the gateway would say it again for ever. What was changed matches no id of ours and no currency, so that it
 * settles nothing.
 */
export const sanitizeGatewayText = (gateway: PaymentsProvider): PaymentsProvider => ({
  ...gateway,
  start: async (...asked) => cleaned(await gateway.start(...asked)),
  handleReturn: async (...asked) => cleaned(await gateway.handleReturn(...asked)),
  handleWebhook: async (...asked) => cleaned(await gateway.handleWebhook(...asked)),
  query: async (...asked) => cleaned(await gateway.query(...asked)),
  refund: async (...asked) => cleaned(await gateway.refund(...asked)),
  queryRefund: async (...asked) => cleaned(await gateway.queryRefund(...asked)),
})
