import { randomUUID } from 'node:crypto'
import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { makeCall, type CallFunction } from '@remis/domain/kit/call'
import { AppError } from '@remis/domain/messages/app-error'
import type { Account } from './options.ts'
import { patiently } from './patience.ts'
import { makeRest } from './rest.ts'

/** One signed-in person of the city. */
export interface Session {
  /** Waits out restarts of the server and signs in again when the session has ended; throws what stays refused. */
  readonly call: CallFunction
  /** Signs in if need be; the person's id. */
  enter(): Promise<string>
  /** The session is gone: the next call signs in anew. */
  forget(): void
  token(): string | undefined
  /** Ends the session on the server; gives up soon. */
  leave(): Promise<void>
}

const callMs = 15_000
const leaveMs = 700

export const openSession = (base: string, account: Account, stopped: AbortSignal): Session => {
  let token: string | undefined
  let entering: Promise<string> | undefined
  const once = makeCall({
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(callMs) }),
    base,
    token: () => token,
    newKey: () => randomUUID(),
  })

  const signIn = async (): Promise<string> => {
    const rest = makeRest(stopped)
    const { token: fresh, user } = await patiently(() => once(accountsApi.signIn, { body: account }), rest, stopped)
    token = fresh
    return user.id
  }
  const enter = (): Promise<string> => {
    entering ??= signIn().catch((error: unknown) => {
      entering = undefined
      throw error
    })
    return entering
  }
  const forget = () => {
    token = undefined
    entering = undefined
  }

  const call: CallFunction = async (endpoint, input, options = {}) => {
    // A repeated move is the same move: the key of the first try goes along with each.
    const kept = endpoint.idempotent ? { key: randomUUID(), ...options } : options
    const rest = makeRest(stopped)
    await enter()
    const used = token
    try {
      return await patiently(() => once(endpoint, input, kept), rest, stopped)
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error
      // Another call may have found out first and be back already.
      if (token === used) forget()
      await enter()
      return patiently(() => once(endpoint, input, kept), rest, stopped)
    }
  }

  return {
    call,
    enter,
    forget,
    token: () => token,
    leave: async () => {
      if (token === undefined) return
      const url = base + accountsApi.signOut.path
      const headers = { authorization: `Bearer ${token}` }
      await fetch(url, { method: 'DELETE', headers, signal: AbortSignal.timeout(leaveMs) }).catch(() => undefined)
    },
  }
}
