import { randomBytes } from 'node:crypto'
import { escapeHtml } from '@remis/domain/texts/escape-html'
import { AppError } from '@remis/domain/messages/app-error'
import type { FastifyInstance } from 'fastify'
import { isLoopbackAddress } from '../platform/http/loopback.ts'
import type { TrialPush } from '../providers/push/push-provider.ts'
import type { PushDeps } from './push-deps.ts'

const pushesPath = '/dev/pushes'

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;background:#f4f6f8;color:#10151c}main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.3rem;margin:0 0 .25rem}p{margin:.25rem 0 1rem;color:#55606f}a{color:#0a6f53}
ul{list-style:none;margin:0;padding:0;border:1px solid #dfe4ea;border-radius:12px;background:#fff;overflow:hidden}
li{padding:.7rem 1rem;display:grid;gap:.1rem}li+li{border-top:1px solid #dfe4ea}
small{color:#55606f}b,span{overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){body{background:#0e1420;color:#e8edf5}p,small{color:#9aa8bf}a{color:#4fd8b0}
ul{background:#161d2b;border-color:#242e42}li+li{border-color:#242e42}}`

const itemOf = ({ kind, platform, person, title, body, path, at }: TrialPush): string =>
  `<li><b dir="auto">${escapeHtml(title)}</b><span dir="auto">${escapeHtml(body)}</span><small>To <bdi>${escapeHtml(person)}</bdi> · ${kind === 'fcm' ? 'Firebase' : 'browser'} · ${platform} · opens <a href="${escapeHtml(path)}">${escapeHtml(path)}</a> · ${new Date(at).toISOString().replace('T', ' ').slice(0, 19)} UTC</small></li>`

/**
 * `/dev/pushes`: the messages that a trial did not send; like `/dev/mailbox`, on this machine only [design/push-30].
 */
export const mountPushes = (fastify: FastifyInstance, app: PushDeps): void => {
  const { kept } = app.pushes
  if (kept === null) return
  fastify.get(pushesPath, async (request, reply) => {
    if (!isLoopbackAddress(request.socket.remoteAddress ?? '')) throw new AppError(404, 'not_found')
    const rows = await kept.list()
    reply.header('cache-control', 'no-store')
    if (request.headers.accept?.includes('application/json')) return reply.send({ rows })
    const nonce = randomBytes(16).toString('base64')
    const list = rows.length === 0 ? '<p>Nothing yet.</p>' : `<ul>${rows.map(itemOf).join('')}</ul>`
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Push messages</title><style nonce="${nonce}">${style}</style></head><body><main><h1>Push messages of the trial</h1><p>A trial sends no push messages. This page shows the last 200 to devices that asked for them. <a href="/dev/mailbox">Mailbox</a></p>${list}</main></body></html>`,
      )
  })
}
