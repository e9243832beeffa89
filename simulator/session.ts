import { randomUUID } from 'node:crypto'
import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { makeCall, type CallFunction } from '@remis/domain/kit/call'
import { AppError, errorStatusOf } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import type { Account } from './options.ts'
import { retry } from './retry.ts'
import { makeRest } from './rest.ts'

/** A signed-in person. */
export interface Session {
  /** Retries across restarts of the server and signs in again when the session has ended; throws a final refusal. */
  readonly call: CallFunction
  /** Signs in if necessary; returns the person's id. */
  enter(): Promise<string>
  /** The session has ended: the next call signs in again. */
  forget(): void
  token(): string | undefined
  /** Ends the session on the server; waits at most 0.7 s. */
  leave(): Promise<void>
}

/** A session that can send pictures too. */
export interface CourierSession extends Session {
  /** Sends a PNG as the body of an upload; returns the id of the file. One try: the trip's step is tried again. */
  upload(path: string, picture: Uint8Array): Promise<string>
}

const callMs = 15_000
const leaveMs = 700

export const openSession = (base: string, account: Account, stopped: AbortSignal): CourierSession => {
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
    const { token: fresh, user } = await retry(() => once(accountsApi.signIn, { body: account }), rest, stopped)
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
    // Every try of one call carries the key of the first [design/api-17].
    const kept = endpoint.idempotent ? { key: randomUUID(), ...options } : options
    const rest = makeRest(stopped)
    await enter()
    const used = token
    try {
      return await retry(() => once(endpoint, input, kept), rest, stopped)
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error
      // Another call may have signed in again already.
      if (token === used) forget()
      await enter()
      return retry(() => once(endpoint, input, kept), rest, stopped)
    }
  }

  const upload = async (path: string, picture: Uint8Array): Promise<string> => {
    await enter()
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      body: picture as Uint8Array<ArrayBuffer>,
      signal: AbortSignal.timeout(callMs),
    })
    const body = (await answer.json()) as { id?: string; error?: { key: MessageKey } }
    if (body.id === undefined) throw new AppError(errorStatusOf(answer.status), body.error?.key ?? 'fetch_call_error')
    return body.id
  }

  return {
    call,
    upload,
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
