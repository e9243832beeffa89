import type { PaymentsProvider } from './payments-provider.ts'

/** What PostgreSQL stores in no text and no JSON: NUL and lone surrogates. */
const unstorable = /[\0\p{Surrogate}]/gu

const cleaned = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_key, entry: unknown) =>
    typeof entry === 'string' ? entry.replace(unstorable, '\ufffd') : entry,
  ) as T

/**
 * Wraps a gateway so that its text can always be stored: a statement that no column takes would fail, and the gateway
 * would repeat it forever. Changed text matches no id and no currency here, so it settles nothing.
 */
export const sanitizeGatewayText = ({ submit, ...gateway }: PaymentsProvider): PaymentsProvider => ({
  ...gateway,
  start: async (...asked) => cleaned(await gateway.start(...asked)),
  ...(submit && { submit: async (...asked) => cleaned(await submit(...asked)) }),
  handleReturn: async (...asked) => cleaned(await gateway.handleReturn(...asked)),
  handleWebhook: async (...asked) => cleaned(await gateway.handleWebhook(...asked)),
  query: async (...asked) => cleaned(await gateway.query(...asked)),
  refund: async (...asked) => cleaned(await gateway.refund(...asked)),
  queryRefund: async (...asked) => cleaned(await gateway.queryRefund(...asked)),
})
