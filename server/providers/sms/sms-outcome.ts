import type { SendOutcome } from '@remis/domain/mail/next-try'
import type { GatewayReply } from '../../platform/security/guarded-request.ts'

/**
 * What a refusing status means: 429 and 5xx may pass, 401, 403 and redirects are faults of the settings, which hold the
 * queue; any other one is about this message.
 */
export const refusalOf = ({ status, body }: GatewayReply, detail = body.slice(0, 300)): SendOutcome => {
  const said = `${status} ${detail}`.trim()
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) return { kind: 'unreachable', detail: said }
  return { kind: 'refused', permanent: status !== 429 && status !== 408 && status < 500, detail: said }
}

/** Once the request was written, it is unknown whether the message was sent [design/mail-41]. */
export const noReply = (error: unknown, wasWritten: boolean): SendOutcome => {
  const said = error instanceof Error ? error.message : String(error)
  return wasWritten
    ? { kind: 'unanswered', detail: `no answer to the message: ${said}` }
    : { kind: 'unreachable', detail: said }
}
