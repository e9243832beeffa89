import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { StartAction } from '../providers/payments/payments-provider.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/**
 * Forwards to the gateway: a redirect, or a page with a form that submits itself, fields in order [design/payments-20].
 */
export const sendOn = (reply: FastifyReply, action: StartAction, formOrigins: readonly string[]): FastifyReply => {
  if (action.kind === 'redirect') return reply.redirect(action.url, action.status)
  const nonce = randomBytes(16).toString('base64url')
  const fields = action.fields.map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  )
  return reply
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      [
        `default-src 'none'`,
        `script-src 'nonce-${nonce}'`,
        ['form-action', new URL(action.action).origin, ...formOrigins].join(' '),
        `base-uri 'none'`,
        `frame-ancestors 'none'`,
      ].join('; '),
    )
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><meta charset="utf-8"><title>→</title><form method="post" action="${escape(action.action)}">${fields.join('')}<button>→</button></form><script nonce="${nonce}">document.forms[0].submit()</script>`,
    )
}
