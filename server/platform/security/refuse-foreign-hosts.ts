import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@remis/domain/messages/app-error'
import type { Config } from '../runtime/config.ts'
import { isLoopbackUrl, isThisMachineOnly } from '../http/loopback.ts'

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Does this request show that a trial for this machine only is reached from elsewhere: under a name of another machine
 * (DNS rebinding) or through a proxy that is not configured [design/access-74]?
 */
export const isFromElsewhere = (headers: IncomingHttpHeaders): boolean => {
  const url = `http://${headers.host ?? ''}`
  if (headers.host !== undefined && !(URL.canParse(url) && isLoopbackUrl(url))) return true
  return forwarding.some((name) => headers[name] !== undefined)
}

/** Only a trial for this machine asks: a public server does not know every name that its proxy uses. */
export const refusesElsewhere = (config: Config): boolean => config.mode === 'trial' && isThisMachineOnly(config)

export const refuseElsewhere = (config: Config): ((headers: IncomingHttpHeaders) => void) => {
  if (!refusesElsewhere(config)) return () => undefined
  return (headers) => {
    if (isFromElsewhere(headers)) throw new AppError(403, 'host_refused')
  }
}
