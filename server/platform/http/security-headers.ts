/**
 * The content security policy of every page: no foreign origins, no inline script; inline styles only with the reply's
 * nonce, which Mantine's style tags carry [design/access-16]. Browsers apply `form-action` to redirects after the POST too,
 * so it lists the gateways that a pay form leads to.
 */
export const contentSecurityPolicy = (nonce: string | undefined, formOrigins: readonly string[] = []): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    nonce === undefined ? `style-src 'self'` : `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    [`form-action 'self'`, ...formOrigins].join(' '),
    `frame-ancestors 'none'`,
  ].join('; ')

/** Of a file that is downloaded or shown as a picture. */
export const fileSecurityPolicy = `default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** On every reply; under https with HSTS. */
export const securityHeaders = (publicUrl: string): Record<string, string> => ({
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=(), geolocation=(self)',
  ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})
