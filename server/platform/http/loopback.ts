const loopback = ['127.0.0.1', '::1', 'localhost']

/** Is a server bound to this host reachable from this machine only? */
export const isLoopbackHost = (host: string): boolean => loopback.includes(host)

/** Is this public address reachable from this machine only? A URL has brackets around an IPv6 host. */
export const isLoopbackUrl = (url: string): boolean => isLoopbackHost(new URL(url).hostname.replace(/^\[|\]$/g, ''))
