const loopback = ['127.0.0.1', '::1', 'localhost']

/** Is a server bound to this host reachable from this machine only? */
export const isLoopbackHost = (host: string): boolean => loopback.includes(host)

/** Is this the address of a client on this machine? */
export const isLoopbackAddress = (address: string): boolean =>
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address)

/** Is this public address reachable from this machine only? A URL has brackets around an IPv6 host. */
export const isLoopbackUrl = (url: string): boolean => isLoopbackHost(new URL(url).hostname.replace(/^\[|\]$/g, ''))

/** Is what is sent to this address protected: by https, or because it stays on this machine? */
export const isSafeUrl = (url: string): boolean => new URL(url).protocol === 'https:' || isLoopbackUrl(url)

/**
 * Can only people at this machine reach the server? A loopback host is not enough: a proxy on this machine may open it
 * to the world, which the public address or a trusted proxy shows [design/access-70].
 */
export const isThisMachineOnly = ({
  host,
  publicUrl,
  trustProxy,
}: {
  readonly host: string
  readonly publicUrl: string
  readonly trustProxy: boolean | number | string
}): boolean => isLoopbackHost(host) && isLoopbackUrl(publicUrl) && trustProxy === false
