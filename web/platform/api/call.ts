import { accountsCalls } from '@remis/domain/accounts/accounts-routes'
import type { CallFunction } from '@remis/domain/kit/call'
import type { Contract } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import { callWith, plainCall, queryClient } from './plain-call.ts'
import { serverClock } from './server-clock.ts'
import { sessionLost, sessionQuery } from './session.ts'

interface VisitorToken {
  readonly token: string
  readonly expiresAt: number
}

let visitor: Promise<VisitorToken> | undefined

/** ms; a token is renewed this early */
const marginMs = 30_000

const visitorToken = async (fresh: boolean): Promise<string> => {
  const held = fresh ? undefined : await visitor?.catch(() => undefined)
  if (held !== undefined && held.expiresAt - marginMs > serverClock.now()) return held.token
  // concurrent calls share one token request
  visitor = plainCall(accountsCalls.visitorToken, { body: {} }).catch((error: unknown) => {
    throw tokenFault(error)
  })
  return (await visitor).token
}

/** 'Unable to get user token' [accounts-49], unless the network failed. */
const tokenFault = (error: unknown): unknown =>
  error instanceof AppError && error.key !== 'fetch_call_error'
    ? new AppError(error.status, 'no_user_token', { cause: error })
    : error

const forVisitors = (endpoint: Contract): boolean => endpoint.roles.includes('visitor')

/**
 * Calls the API with the session cookie, or, when signed out and the endpoint allows visitors, with an anonymous token
 * (renewed once when it is refused). A 401 means that the session has ended.
 * Throws AppError.
 */
export const call: CallFunction = async (endpoint, input, options) => {
  if (endpoint.roles.includes('anyone')) return plainCall(endpoint, input, options)
  const asVisitor = async (fresh: boolean) => {
    const token = await visitorToken(fresh)
    return callWith(() => token)(endpoint, input, options)
  }
  if (forVisitors(endpoint) && (await queryClient.ensureQueryData(sessionQuery)) === null)
    return asVisitor(false).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 401) return asVisitor(true)
      throw error
    })
  try {
    return await plainCall(endpoint, input, options)
  } catch (error) {
    if (error instanceof AppError && error.status === 401) sessionLost()
    throw error
  }
}
