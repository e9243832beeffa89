import type { Me } from '@remis/domain/accounts/accounts-api'
import { accountsCalls } from '@remis/domain/accounts/accounts-routes'
import type { Input, Reply } from '@remis/domain/kit/endpoint'
import type { Mark } from '@remis/domain/live/live-events'
import { AppError } from '@remis/domain/messages/app-error'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isUserType } from '../../paths.ts'
import { setAccountAlert } from './account-alert.ts'
import { plainCall, queryClient } from './plain-call.ts'

/**
 * Marks that this browser has signed in and not out. Not a secret; the session is a cookie that scripts cannot read.
 * Without the mark every page of a visitor would start with a request that fails.
 */
const hint = 'remis.signed-in'

const readHint = (): boolean => {
  try {
    return localStorage.getItem(hint) !== null
  } catch {
    return true // no storage: ask the server
  }
}

const writeHint = (signedIn: boolean): void => {
  try {
    if (signedIn) localStorage.setItem(hint, '1')
    else localStorage.removeItem(hint)
  } catch {
    // private mode: the next page asks the server
  }
}

/** The last event before the session was read, and the queries that had been sent before, which may be older. */
export interface ReadMark {
  readonly mark: Mark | null
  readonly older: ReadonlySet<string>
}
let readMark: (ReadMark & { readonly at: number }) | null = null

/** ms; after a longer time reading everything again is cheaper than all events since */
const markServes = 30_000

/** Null after a sign-in on this page, and when the session was read too long ago. */
export const lastReadMark = (): ReadMark | null =>
  readMark !== null && performance.now() - readMark.at < markServes ? readMark : null

const sentQueries = (): ReadonlySet<string> =>
  new Set(
    queryClient
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.data !== undefined || state.fetchStatus !== 'idle')
      .map(({ queryHash }) => queryHash),
  )

export const sessionQuery = queryOptions<Me | null>({
  queryKey: ['session'],
  staleTime: 5 * 60_000,
  // without the mark: signed out, without a request
  initialData: () => (readHint() ? undefined : null),
  queryFn: async () => {
    if (!readHint()) return null
    try {
      const { user, live } = await plainCall(accountsCalls.current, {})
      readMark = { mark: live, older: sentQueries(), at: performance.now() }
      return isUserType(user.usertype) ? user : endWithAlert('not_valid_user_type')
    } catch (error) {
      if (error instanceof AppError && error.key === 'user_issue_contact_admin') return endWithAlert(error.key)
      if (!(error instanceof AppError) || error.status !== 401) throw error
      writeHint(false)
      return null
    }
  },
})

export type Session =
  | { readonly state: 'unknown'; readonly user: null; readonly retry: () => void; readonly failed: boolean }
  | { readonly state: 'signed-out'; readonly user: null }
  | { readonly state: 'signed-in'; readonly user: Me }

/** The signed-in person; `unknown` until the server has answered (`failed`: the request failed). */
export const useSession = (): Session => {
  const { data, isError, refetch } = useQuery(sessionQuery)
  if (data === undefined) return { state: 'unknown', user: null, failed: isError, retry: () => void refetch() }
  return data === null ? { state: 'signed-out', user: null } : { state: 'signed-in', user: data }
}

/** Clears the cache except settings and languages. */
const forgetPersonalData = (): void => {
  const common = new Set(['session', 'settings', 'languages'])
  queryClient.removeQueries({ predicate: ({ queryKey }) => !common.has(String(queryKey[0])) })
}

/** Ends a session that no screen is for, with an alert [accounts-2] [accounts-19]. */
const endWithAlert = (key: 'not_valid_user_type' | 'user_issue_contact_admin'): null => {
  setAccountAlert(key)
  endSession()
  return null
}

const signInHandlers: ((user: Me) => void)[] = []

/** Runs after each sign-in on this page, not when a page begins with a session. */
export const onSignIn = (run: (user: Me) => void): void => void signInHandlers.push(run)

/** Call after a sign-in, when the server has set the cookie. */
export const sessionBegan = (user: Me): void => {
  if (!isUserType(user.usertype)) return void endWithAlert('not_valid_user_type')
  writeHint(true)
  forgetPersonalData()
  readMark = null
  queryClient.setQueryData(sessionQuery.queryKey, user)
  for (const run of signInHandlers) run(user)
}

export const sessionEnded = (): void => {
  writeHint(false)
  forgetPersonalData()
  queryClient.setQueryData(sessionQuery.queryKey, null)
}

export const signIn = async (email: string, password: string): Promise<Me> => {
  const { user } = await plainCall(accountsCalls.signIn, { body: { email, password } })
  sessionBegan(user)
  return user
}

/** For the application of a driver: without the approval the session opens nothing else [design/documents-7]. */
export const joinSignIn = async (email: string, password: string): Promise<Me> => {
  const { user } = await plainCall(accountsCalls.signIn, { body: { email, password, join: true } })
  if (user.approved) sessionBegan(user)
  return user
}

/** The second step of a sign-in: a code or a passkey. */
export const finishSignIn = async (answer: Input<typeof accountsCalls.secondStep>['body']): Promise<void> =>
  sessionBegan((await plainCall(accountsCalls.secondStep, { body: answer })).user)

/** Signs in with a passkey alone; `ask` asks the person for it. */
export const signInByPasskey = async (
  ask: (
    question: Reply<typeof accountsCalls.askPasskey>['question'],
  ) => Promise<Input<typeof accountsCalls.signInByPasskey>['body']['passkey']>,
): Promise<void> => {
  const { question } = await plainCall(accountsCalls.askPasskey, { body: {} })
  const passkey = await ask(question)
  sessionBegan((await plainCall(accountsCalls.signInByPasskey, { body: { passkey } })).user)
}

/** Signs out without waiting for the server; nothing to tell it without a session. */
export const endSession = (): void => {
  if (readHint()) plainCall(accountsCalls.signOut, {}).catch(() => undefined)
  sessionEnded()
}

/** Signs out in this browser also if the session had already ended. */
export const signOut = async (): Promise<void> => {
  try {
    await plainCall(accountsCalls.signOut, {})
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 401) throw error
  }
  sessionEnded()
}
