import type { Evidence, WebhookResult } from './payments-provider.ts'

const empty = { body: '', contentType: 'text/plain' }

/** The notice is signed by the vendor. The gateway gets 200 and does not repeat it. */
export const acceptWebhook = (evidence: readonly Evidence[]): WebhookResult => ({
  accepted: true,
  evidence,
  reply: { ...empty, status: 200 },
})

/** 401: not signed by the vendor. 400: it cannot be read. */
export const refuseWebhook = (status: 400 | 401): WebhookResult => ({ accepted: false, reply: { ...empty, status } })
