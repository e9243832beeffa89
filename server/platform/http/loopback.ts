const loopback = ['127.0.0.1', '::1', 'localhost']

/** Does a server that binds there serve this machine alone? */
export const isLoopback = (host: string): boolean => loopback.includes(host)
