const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Is this public address only reachable from this machine? */
export const isLoopback = (publicUrl: string): boolean => loopback.has(new URL(publicUrl).hostname)

/**
 * May a page of this origin write with the reader's cookie? Ours may. Where our public address is this machine, its
 * other loopback names count as ours too, on the public port and on the port that was really opened.
 */
export const isOwnOrigin = (origin: string, publicUrl: string, localPort: number | undefined): boolean => {
  if (origin === publicUrl) return true
  if (!URL.canParse(origin)) return false
  const [given, ours] = [new URL(origin), new URL(publicUrl)]
  if (!loopback.has(given.hostname) || !loopback.has(ours.hostname) || given.protocol !== 'http:') return false
  return given.port === ours.port || given.port === String(localPort)
}
