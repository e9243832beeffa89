import { isLoopbackUrl } from './loopback.ts'

/**
 * Is a page of this origin one of ours, so that it may write with the session cookie? When the public address is this
 * machine, its other loopback names count too, on the public port and on the port that is open [design/api-27].
 */
export const isOwnOrigin = (origin: string, publicUrl: string, localPort: number | undefined): boolean => {
  if (origin === publicUrl) return true
  if (!URL.canParse(origin)) return false
  const [given, ours] = [new URL(origin), new URL(publicUrl)]
  if (!isLoopbackUrl(origin) || !isLoopbackUrl(publicUrl) || given.protocol !== 'http:') return false
  return given.port === ours.port || given.port === String(localPort)
}
