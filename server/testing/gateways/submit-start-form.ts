import type { PaymentsProvider } from '../../providers/payments/payments-provider.ts'

/** The adapter of a gateway that a form leads to: a start also posts the form, as the buyer's browser does. */
export const submittingStartForm = (adapter: PaymentsProvider): PaymentsProvider => ({
  ...adapter,
  start: async (...asked) => {
    const started = await adapter.start(...asked)
    const { action } = started
    if (action.kind !== 'form') throw new Error('no form')
    const body = new URLSearchParams(action.fields.map(([field, value]): [string, string] => [field, value]))
    const page = await fetch(action.action, { method: 'POST', body })
    const text = await page.text()
    if (!page.ok) throw new Error(`the gateway refuses the form: ${page.status} ${text}`)
    return started
  },
})
