const loopback = ['127.0.0.1', '::1', 'localhost']

/** Is a server bound to this host reachable from this machine only? */
export const isLoopbackHost = (host: string): boolean => loopback.includes(host)
