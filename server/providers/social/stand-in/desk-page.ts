import { randomBytes } from 'node:crypto'
import { socialTitles, type SocialName } from '@remis/domain/accounts/social/social-routes'
import { escapeHtml } from '@remis/domain/texts/escape-html'

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{display:grid;min-height:100vh;margin:0;place-items:center;background:#eef1f4;color:#16202a}
main{width:min(24rem,calc(100vw - 2rem));padding:1.5rem;border-radius:12px;background:#fff;box-shadow:0 1px 12px #0002;box-sizing:border-box}
h1{margin:0 0 .25rem;font-size:1.25rem}p{margin:.25rem 0 1rem;color:#4a5a68}form{display:grid;gap:.75rem}
label{display:grid;gap:.25rem;font-weight:600}label.check{display:flex;gap:.5rem;align-items:center;font-weight:400}
input:not([type]){padding:.65rem;border:1px solid #90a0b0;border-radius:8px;background:transparent;color:inherit;font:inherit}
button{padding:.75rem;border:1px solid #90a0b0;border-radius:8px;background:transparent;color:inherit;font:inherit;cursor:pointer}
button[value=continue]{border-color:#16202a;background:#16202a;color:#fff}
@media(prefers-color-scheme:dark){body{background:#10161c;color:#e8eef4}main{background:#1b242d}p{color:#a9b8c6}button[value=continue]{background:#e8eef4;color:#16202a}}`

const page = (title: string, body: string, formTarget: string, script = ''): Response => {
  const nonce = randomBytes(16).toString('base64')
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style nonce="${nonce}">${style}</style></head><body><main>${body}</main>${
      script === '' ? '' : `<script nonce="${nonce}">${script}</script>`
    }</body></html>`,
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        // Browsers apply form-action to the redirect after the POST too, so it names the app.
        'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self' ${formTarget}; base-uri 'none'; frame-ancestors 'none'`,
      },
    },
  )
}

/** The dialog: who signs in. Posts to its own address. */
export const signInPage = (provider: SocialName, appOrigin: string): Response =>
  page(
    `${socialTitles[provider]} of the trial`,
    `<h1>Continue with ${socialTitles[provider]}</h1><p>A stand-in of the trial: no one signs in at ${socialTitles[provider]}. Be whoever you like.</p>
<form method="post"><label>Email<input name="email" value="rider.${provider}@example.org" autocomplete="off"></label>
<label>First name<input name="firstName" value="Rider" autocomplete="off"></label>
<label>Last name<input name="lastName" value="${socialTitles[provider]}" autocomplete="off"></label>
${provider === 'apple' ? '<label class="check"><input type="checkbox" name="verified" checked>The email is verified</label>' : ''}
<button name="action" value="continue">Continue</button><button name="action" value="cancel">Cancel</button></form>`,
    appOrigin,
  )

/** The answer as a form that the browser posts to the app (response_mode=form_post). */
export const backByPost = (redirectUri: string, fields: Readonly<Record<string, string>>): Response =>
  page(
    'Back to the app',
    `<form method="post" action="${escapeHtml(redirectUri)}">${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
      .join('')}<button>Continue</button></form>`,
    new URL(redirectUri).origin,
    'document.forms[0].submit()',
  )
