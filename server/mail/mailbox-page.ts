import { randomBytes } from 'node:crypto'
import { escapeHtml } from '@remis/domain/texts/escape-html'
import { AppError } from '@remis/domain/messages/app-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopbackAddress } from '../platform/http/loopback.ts'
import type { MailboxRow } from '../providers/mail/mail-provider.ts'
import type { MailDeps } from './mail-deps.ts'

export const mailboxPath = '/dev/mailbox'

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;background:#f4f6f8;color:#10151c}main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.3rem;margin:0 0 .25rem}p{margin:.25rem 0 1rem;color:#55606f}a{color:#0a6f53}
ul{list-style:none;margin:0;padding:0;border:1px solid #dfe4ea;border-radius:12px;background:#fff;overflow:hidden}
li+li{border-top:1px solid #dfe4ea}li a{display:grid;gap:.1rem;padding:.7rem 1rem;color:inherit;text-decoration:none}
li a:hover,li a:focus-visible{background:#eef2f5}small{color:#55606f}b{overflow-wrap:anywhere}
iframe{width:100%;height:44rem;border:1px solid #dfe4ea;border-radius:12px;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:1rem;border:1px solid #dfe4ea;border-radius:12px;background:#fff;font:inherit}
@media(prefers-color-scheme:dark){body{background:#0e1420;color:#e8edf5}p,small{color:#9aa8bf}a{color:#4fd8b0}
ul,pre{background:#161d2b;border-color:#242e42}li+li,iframe{border-color:#242e42}li a:hover,li a:focus-visible{background:#1d2637}}`

const page = (reply: FastifyReply, title: string, body: string): FastifyReply => {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head><body><main>${body}</main></body></html>`,
    )
}

const timeOf = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 19)

const listBody = (items: readonly Omit<MailboxRow, 'html'>[]): string => {
  const rows = items.map(
    ({ id, channel, address, subject, text, at }) =>
      `<li><a href="${mailboxPath}/${id}"><b dir="auto">${escapeHtml(channel === 'mail' ? subject : text)}</b><small>${channel === 'mail' ? 'Mail' : 'SMS'} to <bdi>${escapeHtml(address)}</bdi> · ${timeOf(at)} UTC</small></a></li>`,
  )
  return `<h1>Mailbox of the trial</h1><p>A trial sends no mail and no SMS. This page shows the last 200, on this machine only.</p>${
    rows.length === 0 ? '<p>Nothing yet.</p>' : `<ul>${rows.join('')}</ul>`
  }`
}

const itemBody = ({ id, channel, address, subject, text, at }: MailboxRow): string =>
  `<p><a href="${mailboxPath}">All mails</a></p><h1 dir="auto">${escapeHtml(subject || 'SMS')}</h1><p>${channel === 'mail' ? 'Mail' : 'SMS'} to <bdi>${escapeHtml(address)}</bdi> · ${timeOf(at)} UTC</p>${
    channel === 'mail'
      ? `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail" src="${mailboxPath}/${id}/html"></iframe><h1>Plain text</h1>`
      : ''
  }<pre dir="auto">${escapeHtml(text)}</pre>`

/** Links open in a new tab; nothing is loaded or run. */
const mailPolicy = `default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

/**
 * `/dev/mailbox`: what a trial would have sent. It holds links to new passwords, so it exists only in a trial for this
 * machine, for requests from this machine [design/mail-31].
 */
export const mountMailbox = (fastify: FastifyInstance, app: MailDeps): void => {
  const { mailbox } = app.mailers
  if (mailbox === null) return
  const guard = (request: FastifyRequest): void => {
    if (!isLoopbackAddress(request.socket.remoteAddress ?? '')) throw new AppError(404, 'not_found')
  }
  const find = async (request: FastifyRequest): Promise<MailboxRow> => {
    guard(request)
    const { id } = request.params as { id: string }
    const item = /^\d{1,15}$/.test(id) ? await mailbox.find(Number(id)) : undefined
    if (item === undefined) throw new AppError(404, 'not_found')
    return item
  }
  fastify.get('/dev', (_request, reply) => reply.redirect(mailboxPath))
  fastify.get(mailboxPath, async (request, reply) => {
    guard(request)
    const { to } = request.query as { to?: unknown }
    const items = await mailbox.list(typeof to === 'string' ? to : undefined)
    if (request.headers.accept?.includes('application/json'))
      return reply.header('cache-control', 'no-store').send({ rows: items })
    return page(reply, 'Mailbox', listBody(items))
  })
  fastify.get(`${mailboxPath}/:id`, async (request, reply) => {
    const item = await find(request)
    return page(reply, item.subject || 'SMS', itemBody(item))
  })
  fastify.get(`${mailboxPath}/:id/html`, async (request, reply) => {
    const item = await find(request)
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', mailPolicy)
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(item.html)
  })
}
