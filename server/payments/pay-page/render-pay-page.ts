import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { exponentOf } from '@remis/domain/kit/currency'
import { formatMoney } from '@remis/domain/kit/format-money'
import { toMajor } from '@remis/domain/kit/money'
import { escapeHtml } from '@remis/domain/texts/escape-html'
import { directionOf } from '@remis/domain/texts/languages'
import { voiceIn } from '../../mail/render-queued.ts'
import { findLanguage } from '../../people/find-person.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { NextPage } from './submit-payment.ts'

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{display:grid;min-height:100vh;margin:0;place-items:center;background:#f4f6f8;color:#10151c}
main{box-sizing:border-box;width:min(28rem,100vw);padding:1.5rem}h1{margin:0;font-size:1.3rem}
p{margin:.25rem 0;color:#55606f;overflow-wrap:anywhere}strong{display:block;margin:.5rem 0 1.25rem;font-size:2rem}
label{display:block;margin-top:1rem}.field{box-sizing:border-box;height:3rem;padding:0 .75rem;border:1px solid #8b97a5;border-radius:10px;background:#fff}
.braintree-hosted-fields-focused{border-color:#0a6f53;outline:2px solid #0a6f53}.braintree-hosted-fields-invalid{border-color:#b42318}
button{width:100%;min-height:3rem;margin-top:1rem;border:0;border-radius:10px;background:#0a6f53;color:#fff;font:inherit;font-weight:600;cursor:pointer}
button:disabled{opacity:.6;cursor:default}button:focus-visible,a:focus-visible{outline:3px solid #0a6f53;outline-offset:2px}
[role=alert]{min-height:1.5em;color:#b42318}a{display:inline-block;padding:.75rem 0;color:#0a6f53}
@media(prefers-color-scheme:dark){body{background:#0e1420;color:#e8edf5}p{color:#9aa8bf}a{color:#4fd8b0}
label{color:#e8edf5}.field{background:#161d2b}
.braintree-hosted-fields-focused{border-color:#4fd8b0;outline-color:#4fd8b0}.braintree-hosted-fields-invalid{border-color:#ff9c92}
button{background:#4fd8b0;color:#0e1420}button:focus-visible,a:focus-visible{outline-color:#4fd8b0}[role=alert]{color:#ff9c92}}`

const { resolve } = createRequire(import.meta.url)
const held = new Map<string, string>()

/** A script of this package, read when it is first needed: the bundled server is in another folder than this source. */
const readScript = (path: string): string => {
  let text = held.get(path)
  if (text === undefined) held.set(path, (text = readFileSync(resolve(`@remis/server/${path}`), 'utf8')))
  return text
}

/** No text of it can close the script tag. */
const jsonIn = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

export interface RenderedPage {
  readonly html: string
  /** its content security policy */
  readonly policy: string
}

/** The vendor's script puts a frame with an input into each; digits run from left to right in every language. */
const fieldsOf = (word: (key: string) => string): string =>
  [
    ['card-number', 'card_number'],
    ['card-expiry', 'card_expiry'],
    ['card-code', 'card_code'],
  ]
    .map(
      ([id = '', key = '']) => `<label for="${id}">${word(key)}</label><div class="field" id="${id}" dir="ltr"></div>`,
    )
    .join('')

const policyOf = ({ page, urls }: NextPage, nonce: string): string => {
  const hosts = [...new Set(page.scripts.map((url) => new URL(url).origin))]
  const list = (name: string, sources: readonly string[]) => [name, ...sources].join(' ')
  return [
    `default-src 'none'`,
    // Scripts that the vendor's script loads are let in by it; browsers without 'strict-dynamic' use its host.
    list('script-src', [`'nonce-${nonce}'`, `'strict-dynamic'`, ...hosts]),
    // The vendors' scripts write styles into the page.
    list('style-src', [`'unsafe-inline'`, ...hosts]),
    list('img-src', ['data:', ...hosts, ...page.frames]),
    list('font-src', ['data:', ...hosts]),
    list('connect-src', [...hosts, ...page.connect]),
    list('frame-src', page.frames),
    // The scripts also send forms into their frames.
    list('form-action', [new URL(urls.submitUrl).origin, ...page.frames]),
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** The page of this server where the payer pays with the vendor's script, in the payer's language. */
export const renderPayPage = async (app: PaymentDeps, next: NextPage, nonce: string): Promise<RenderedPage> => {
  const { payment, urls, page } = next
  const voice = await voiceIn(app, await findLanguage(app.db.request, payment.userId))
  const { appName, texts, language, dateLocale } = voice
  const word = (key: string) => escapeHtml(texts[key] ?? '')
  const amount = toMajor(payment.amount, exponentOf(payment.currency))
  const model = {
    model: page.model,
    texts: { failed: texts['pay_status_failed_lead'], unavailable: texts['payment_provider_unavailable'] },
  }
  const script = (path: string) => `<script type="module" nonce="${nonce}">${readScript(path)}</script>`
  const html = `<!doctype html><html lang="${escapeHtml(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${word('title_pay')} · ${escapeHtml(appName)}</title><style>${style}</style></head><body><main>
<h1>${word('title_pay')}</h1><p><bdi>${escapeHtml(payment.description)}</bdi></p>
<strong>${escapeHtml(formatMoney(amount, await app.settings.current(), dateLocale))}</strong>
<form method="post" action="${escapeHtml(urls.submitUrl)}">${page.cardFields ? fieldsOf(word) : ''}<button disabled>${word('pay_now')}</button></form>
<p role="alert" aria-live="assertive"></p><a href="${escapeHtml(urls.cancelUrl)}">${word('cancel')}</a></main>
<script type="application/json" id="model">${jsonIn(model)}</script>
${page.scripts.map((url) => `<script nonce="${nonce}" src="${escapeHtml(url)}"></script>`).join('\n')}
${script('payments/pay-page/pay-page.mjs')}
${script(page.script)}
</body></html>`
  return { html, policy: policyOf(next, nonce) }
}
