const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Is this public address reachable from this machine only? */
export const isLoopbackUrl = (publicUrl: string): boolean => loopback.has(new URL(publicUrl).hostname)

/**
 * Is a page of this origin one of ours, so that it may write with the session cookie? When the public address is this
 * machine, its other loopback names count too, on the public port and on the port that is open [design/api-27].
 */
export const isOwnOrigin = (origin: string, publicUrl: string, localPort: number | undefined): boolean => {
  if (origin === publicUrl) return true
  if (!URL.canParse(origin)) return false
  const [given, ours] = [new URL(origin), new URL(publicUrl)]
  if (!loopback.has(given.hostname) || !loopback.has(ours.hostname) || given.protocol !== 'http:') return false
  return given.port === ours.port || given.port === String(localPort)
}
