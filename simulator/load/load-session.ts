import { randomUUID } from 'node:crypto'
import { makeCall } from '@remis/domain/kit/call'
import type { Session } from '../session.ts'
import type { Calls, TimedAnswer } from './calls.ts'
import type { Meter } from './meter.ts'

/** A signed-in account. */
export interface LoadAccount {
  readonly id: string
  readonly token: string
  /** sent as x-forwarded-for: the server counts calls by address and must trust this machine as its proxy */
  readonly address: string
}

/**
 * A session for a load run: no retries; every answer is counted by its status and timed by its path, so that no failure
 * is hidden.
 */
export const openLoadSession = (
  { base, calls, meter }: { readonly base: string; readonly calls: Calls; readonly meter: Meter },
  account: LoadAccount,
): Session => {
  const send = async (url: string, init: Parameters<Calls['send']>[1]): Promise<TimedAnswer> => {
    const path = new URL(url).pathname.replace(/[0-9A-HJKMNP-TV-Z]{10}|[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')
    const name = `${init.method} ${path}`
    const headers = { ...init.headers, 'x-forwarded-for': account.address }
    try {
      const answer = await calls.send(url, { ...init, headers })
      meter.count(`status ${answer.status}`)
      if (answer.status >= 500) meter.count(`${answer.status} ${name}`)
      else if (answer.status < 300) meter.time(name, answer.ms)
      return answer
    } catch (error) {
      meter.count(`no answer ${name}`)
      throw error
    }
  }
  return {
    call: makeCall({ fetch: send, base, token: () => account.token, newKey: () => randomUUID() }),
    enter: () => Promise.resolve(account.id),
    forget: () => meter.count('signed out'),
    token: () => account.token,
    leave: () => Promise.resolve(),
  }
}
