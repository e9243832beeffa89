import { randomBytes } from 'node:crypto'
import { escapeHtml as escape } from '@remis/domain/texts/escape-html'
import type { FastifyReply } from 'fastify'
import type { PaymentDeps } from './payment-deps.ts'
import { renderPayPage } from './pay-page/render-pay-page.ts'
import type { NextPage } from './pay-page/submit-payment.ts'
import type { Started } from './start-payment.ts'

/** Shows the page of this server where the payer pays with the vendor's script [design/payments-92]. */
export const showPayPage = async (app: PaymentDeps, reply: FastifyReply, next: NextPage): Promise<FastifyReply> => {
  const { html, policy } = await renderPayPage(app, next, randomBytes(16).toString('base64url'))
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(html)
}

/**
 * Forwards to the gateway: a redirect, or a page with a form that submits itself, fields in order [design/payments-20];
 * or shows the page to pay on.
 */
export const sendOn = async (
  app: PaymentDeps,
  reply: FastifyReply,
  { payment, urls, action }: Started,
  formOrigins: readonly string[],
): Promise<FastifyReply> => {
  if (action.kind === 'redirect') return reply.redirect(action.url, action.status)
  if (action.kind === 'page') return showPayPage(app, reply, { payment, urls, page: action.page })
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
