import { randomUUID } from 'node:crypto'
import { makeCall } from '@remis/domain/kit/call'
import type { Session } from '../session.ts'
import type { Meter } from './meter.ts'

/** Somebody who is signed in already. */
export interface LoadAccount {
  readonly id: string
  readonly token: string
  /** where they seem to call from: the server counts calls by address, and must trust this machine as its proxy */
  readonly address: string
}

const callMs = 15_000

/**
 * A session for a load run: nothing is tried again, and every answer is counted by its status and timed by its path, so
 * that trouble shows as what it was.
 */
export const openLoadSession = (base: string, account: LoadAccount, meter: Meter): Session => {
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    const began = performance.now()
    const path = new URL(url).pathname.replace(/[0-9A-HJKMNP-TV-Z]{10}|[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')
    const name = `${init.method ?? 'GET'} ${path}`
    const headers = { ...(init.headers as Record<string, string>), 'x-forwarded-for': account.address }
    try {
      const answer = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(callMs) })
      meter.count(`status ${answer.status}`)
      if (answer.status >= 500) meter.count(`${answer.status} ${name}`)
      else if (answer.ok) meter.time(name, performance.now() - began)
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
