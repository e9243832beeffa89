import { escapeHtml } from '@remis/domain/texts/escape-html'
import type { GatewayOrder } from './gateway-order.ts'

const exponentOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{display:grid;min-height:100vh;margin:0;place-items:center;background:#eef1f4;color:#16202a}
main{box-sizing:border-box;width:min(28rem,calc(100vw - 2rem));padding:1.5rem;border-radius:12px;background:#fff;box-shadow:0 1px 12px #0002}
h1{margin:0;font-size:1.1rem}strong{display:block;margin:.5rem 0 1.25rem;font-size:2rem}
form{display:grid;gap:.6rem}button{padding:.75rem;border:1px solid #90a0b0;border-radius:8px;background:#fff;color:#16202a;font:inherit;cursor:pointer}
button[value=approve]{border-color:#0b6b3a;background:#0b6b3a;color:#fff}p{color:#4a5a68}
@media(prefers-color-scheme:dark){body{background:#10161c;color:#e8eef4}main{background:#1b242d}button{background:#1b242d;color:#e8eef4}p{color:#a9b8c6}}`

/** The hosted page: shop, order, amount and the four buttons. No script. */
export const gatewayPage = (order: GatewayOrder, action: string, nonce: string, origins: readonly string[]) => {
  const amount = (order.minor / 10 ** exponentOf(order.currency)).toFixed(exponentOf(order.currency))
  const buttons =
    order.status === 'paid'
      ? `<p>This order is paid already.</p><button name="action" value="back">Back to the shop</button>`
      : `<button name="action" value="approve">Approve</button><button name="action" value="decline">Decline</button>
<button name="action" value="later">Pay later</button><button name="action" value="close">Close</button>`
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test gateway</title>
<meta name="viewport" content="width=device-width"><style nonce="${nonce}">${style}</style></head><body><main>
<h1>Test gateway</h1><p>${escapeHtml(order.description)}</p><strong>${escapeHtml(order.currency)} ${amount}</strong>
<form method="post" action="${escapeHtml(action)}">${buttons}</form>
<p>No card is charged here. Choose what a bank would answer.</p></main></body></html>`
  return new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // Browsers apply form-action to the redirect after the POST too, so it names the shop.
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${origins.join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
    },
  })
}
