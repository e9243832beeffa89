/** Where the pages may load from beside this server. */
export interface PageSources {
  /** of the gateways that a pay form leads to */
  readonly formOrigins?: readonly string[]
  /** of the operator's map style [design/maps-80] */
  readonly connectOrigins?: readonly string[]
  /** Google draws the maps [design/maps-98]. */
  readonly googleMap?: boolean
}

/**
 * Hosts of the Maps JavaScript API, by directive. Wildcards in `script-src` would let in what anyone stores at Google.
 */
const googleMapHosts = {
  script: 'https://maps.googleapis.com',
  style: 'https://fonts.googleapis.com',
  img: 'https://maps.googleapis.com https://maps.gstatic.com https://*.ggpht.com',
  font: 'https://fonts.gstatic.com',
  connect: 'https://maps.googleapis.com https://mapsresources-pa.googleapis.com https://maps.gstatic.com',
} as const

/**
 * The content security policy of every page: no foreign origins, no inline script; inline styles only with the reply's
 * nonce, which Mantine's style tags carry [design/access-16]. Browsers apply `form-action` to redirects after the POST
 * too, so it lists the gateways that a pay form leads to.
 */
export const contentSecurityPolicy = (
  nonce: string | undefined,
  { formOrigins = [], connectOrigins = [], googleMap = false }: PageSources = {},
): string => {
  const allowing = (directive: string, kind: keyof typeof googleMapHosts): string =>
    googleMap ? `${directive} ${googleMapHosts[kind]}` : directive
  return [
    `default-src 'none'`,
    allowing(`script-src 'self'`, 'script'),
    allowing(nonce === undefined ? `style-src 'self'` : `style-src 'self' 'nonce-${nonce}'`, 'style'),
    allowing(`img-src 'self' data: blob:`, 'img'),
    allowing(`font-src 'self'`, 'font'),
    allowing([`connect-src 'self'`, ...connectOrigins].join(' '), 'connect'),
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    [`form-action 'self'`, ...formOrigins].join(' '),
    `frame-ancestors 'none'`,
  ].join('; ')
}

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
