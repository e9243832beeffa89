import type { Me } from '@remis/domain/accounts/accounts-api'
import { accountsCalls } from '@remis/domain/accounts/accounts-routes'
import type { Input, Reply } from '@remis/domain/kit/endpoint'
import type { Mark } from '@remis/domain/live/live-events'
import { AppError } from '@remis/domain/messages/app-error'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { homeOf, isUserType, paths } from '../../paths.ts'
import { accountAlert } from './account-alert.ts'
import { isPageKept, sessionLapse } from './session-lapse.ts'
import { plainCall, queryClient } from './plain-call.ts'

/** `1`: this browser has signed in and not out; `0`: its session expired or was revoked; `out`: signed out. */
type Hint = '1' | '0' | 'out'

/**
 * Not a secret; the session is a cookie that scripts cannot read. Without the hint every page of a visitor would start
 * with a request that fails.
 */
const hint = 'remis.signed-in'

/** The page was requested with a session cookie (server/platform/page/first-reply.ts). */
const cameWithCookie = (): boolean => document.documentElement.hasAttribute('data-session')

const readHint = (): Hint => {
  try {
    const kept = localStorage.getItem(hint)
    if (kept === '1' || kept === '0' || kept === 'out') return kept
    // Safari deletes what scripts store after 7 days without a visit; the cookie stays [design/accounts-141]
    return cameWithCookie() ? '1' : 'out'
  } catch {
    return '1' // no storage: ask the server
  }
}

const writeHint = (next: Hint): void => {
  try {
    localStorage.setItem(hint, next)
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

const queryKey = ['session'] as const

/**
 * Notes that the session has ended. Returns the person whose page stays, behind a dialog to sign in again
 * [design/accounts-134]; null where there is no page.
 */
const lapseSession = (): Me | null => {
  writeHint('0')
  const person = cachedPerson()
  if (person === null || !isPageKept()) return null
  sessionLapse.set('ended')
  return person
}

const cachedPerson = (): Me | null => queryClient.getQueryData<Me | null>(queryKey) ?? null

const isSame = (one: Me | null, other: Me): boolean => one?.id === other.id && one.usertype === other.usertype

/** sign-ins seen in other tabs */
let signInsElsewhere = 0

const readSession = async (): Promise<Me | null> => {
  const hint = readHint()
  if (hint === 'out') return null
  if (hint === '0') return lapseSession()
  const signInsBefore = signInsElsewhere
  try {
    const { user, live } = await plainCall(accountsCalls.current, {})
    if (!isUserType(user.usertype)) return endWithAlert('not_valid_user_type')
    const before = cachedPerson()
    // signed in again, or as someone else, in another tab
    if (sessionLapse.now() === 'ended' || (before !== null && !isSame(before, user))) sessionBegan(user)
    readMark = { mark: live, older: sentQueries(), at: performance.now() }
    return user
  } catch (error) {
    if (error instanceof AppError && error.key === 'user_issue_contact_admin') return endWithAlert(error.key)
    if (!(error instanceof AppError) || error.status !== 401) throw error
    // the refused request still had the cookie from before that sign-in
    if (signInsElsewhere !== signInsBefore) return readSession()
    return lapseSession()
  }
}

export const sessionQuery = queryOptions<Me | null>({
  queryKey,
  staleTime: 5 * 60_000,
  // signed out: without a request
  initialData: () => (readHint() === '1' ? undefined : null),
  queryFn: readSession,
  // A component that is mounted after the failure would refetch, and the pending state would unmount it again.
  retryOnMount: false,
})

/** The session is not loaded yet, or loading it failed. */
interface UnknownSession {
  readonly state: 'unknown'
  readonly user: null
  readonly retry: () => void
  /** the last request failed */
  readonly failed: boolean
  /** how many requests failed since the page began */
  readonly failures: number
}

export type Session =
  | UnknownSession
  | { readonly state: 'signed-out'; readonly user: null }
  | { readonly state: 'signed-in'; readonly user: Me }

/** The signed-in person; `unknown` until the server has answered. */
export const useSession = (): Session => {
  const { data, isError, errorUpdateCount, refetch } = useQuery(sessionQuery)
  if (data === undefined) {
    const retry = () => void refetch()
    return { state: 'unknown', user: null, failed: isError, failures: errorUpdateCount, retry }
  }
  return data === null ? { state: 'signed-out', user: null } : { state: 'signed-in', user: data }
}

/** Clears the cache except settings and languages. */
const forgetPersonalData = (): void => {
  const common = new Set(['session', 'settings', 'languages'])
  queryClient.removeQueries({ predicate: ({ queryKey }) => !common.has(String(queryKey[0])) })
}

/** Ends a session that no screen is for, with an alert [accounts-2] [accounts-19]. */
const endWithAlert = (key: 'not_valid_user_type' | 'user_issue_contact_admin'): null => {
  accountAlert.set(key)
  tellSignOut()
  sessionEnded()
  return null
}

const signInHandlers = new Set<(user: Me) => void>()
/** sign-ins on this page so far */
let signIns = 0

/** Runs after each sign-in on this page, not when a page begins with a session; the result ends that. */
export const onSignIn = (run: (user: Me) => void): (() => void) => {
  signInHandlers.add(run)
  return () => void signInHandlers.delete(run)
}

const signOutHandlers = new Set<() => void>()

/** Runs on sign-out, not when a session expires or is revoked. Returns the function that unsubscribes. */
export const onSignOut = (run: () => void): (() => void) => {
  signOutHandlers.add(run)
  return () => void signOutHandlers.delete(run)
}

/**
 * Call after a sign-in, when the server has set the cookie. The open page goes on with the same person in the same
 * role; for anyone else the home page is loaded in its place.
 */
export const sessionBegan = (user: Me): void => {
  if (!isUserType(user.usertype)) return void endWithAlert('not_valid_user_type')
  const before = cachedPerson()
  const same = isSame(before, user)
  writeHint('1')
  if (!same) forgetPersonalData()
  sessionLapse.set(same || before === null || !isPageKept() ? null : { loads: homeOf(user.usertype) })
  readMark = null
  queryClient.setQueryData(queryKey, user)
  signIns++
  for (const run of signInHandlers) run(user)
  // Invalidate only; removing queries would unmount open forms.
  if (same) void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
}

/** Removes all data of the person from this page. */
const forgetPerson = (): void => {
  sessionLapse.set(null)
  forgetPersonalData()
  queryClient.setQueryData(queryKey, null)
}

const personLeft = (): void => {
  forgetPerson()
  for (const run of signOutHandlers) run()
}

/** The person has left: every tab of this browser goes to the sign-in page. */
export const sessionEnded = (): void => {
  writeHint('out')
  personLeft()
}

/** The session expired or was revoked, and this tab has no page to keep; other tabs keep theirs. */
export const sessionOver = (): void => {
  writeHint('0')
  forgetPerson()
}

/**
 * The server answered that there is no session. It is asked again, since the answer may be older than a sign-in in
 * another tab; an open page stays, for its person to sign in again.
 */
export const sessionLost = (): void => {
  // a late answer to a call of the person who has left this page: what a visitor has read since must stay
  if (queryClient.getQueryData(queryKey) === null) return
  if (sessionLapse.now() === null) readSessionAgain()
}

/** ms; a link that is refused although the session is valid must not ask without a pause */
const readPause = 5000
let validAt = -readPause
let reading: Promise<void> | null = null

const readSessionAgain = (): void => {
  reading ??= readAfterPause().finally(() => (reading = null))
}

const pause = async (ms: number): Promise<void> => {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
}

const readAfterPause = async (): Promise<void> => {
  await pause(validAt + readPause - performance.now())
  const before = signIns
  const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
  if (sessionLapse.now() !== null) return
  if (user === undefined) {
    if (cachedPerson() === null) return
    // No answer: the person is still shown, with a live link that is dead.
    await pause(readPause)
    return readAfterPause()
  }
  if (user === null) return forgetPerson()
  validAt = performance.now()
  // New session of the same person: restart what is tied to a session.
  if (before === signIns) sessionBegan(user)
}

const leaveTo = (address: string): void => {
  sessionEnded()
  sessionLapse.set({ loads: address })
}

/** To the sign-in page, for another person than the one of the open page. */
export const leaveToOther = (): void => leaveTo(paths.login())

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== hint || newValue === '0') return
    // another tab of this browser signed out, or in
    if (newValue !== '1') return personLeft()
    signInsElsewhere++
    if (sessionLapse.now() === 'ended') readSessionAgain()
    else if (cachedPerson() === null) void queryClient.invalidateQueries({ queryKey })
  })

export const signIn = async (email: string, password: string): Promise<Me> => {
  const { user } = await plainCall(accountsCalls.signIn, { body: { email, password } })
  sessionBegan(user)
  return user
}

/** After a sign-in with `join`: without the approval the session opens only the application [design/documents-7]. */
export const beginIfApproved = (user: Me): void => {
  if (user.approved) sessionBegan(user)
}

/** For the application of a driver. */
export const joinSignIn = async (email: string, password: string): Promise<void> =>
  beginIfApproved((await plainCall(accountsCalls.signIn, { body: { email, password, join: true } })).user)

type SecondStepAnswer = Input<typeof accountsCalls.secondStep>['body']

/** The second step of a sign-in: a code or a passkey. */
export const finishSignIn = async (answer: SecondStepAnswer): Promise<void> =>
  beginIfApproved((await plainCall(accountsCalls.secondStep, { body: answer })).user)

/** Signs in with a passkey alone; `ask` asks the person for it. `join`: for the application of a driver. */
export const signInByPasskey = async (
  ask: (
    question: Reply<typeof accountsCalls.askPasskey>['question'],
  ) => Promise<Input<typeof accountsCalls.signInByPasskey>['body']['passkey']>,
  join = false,
): Promise<void> => {
  const { question } = await plainCall(accountsCalls.askPasskey, { body: {} })
  const passkey = await ask(question)
  beginIfApproved(
    (await plainCall(accountsCalls.signInByPasskey, { body: { passkey, ...(join ? { join } : {}) } })).user,
  )
}

/** Without a session the server is not called. */
const tellSignOut = (): void => {
  if (readHint() === '1') plainCall(accountsCalls.signOut, {}).catch(() => undefined)
}

/** Signs out without waiting for the server. */
export const endSession = (): void => {
  // the person of an open page is signing in again
  if (sessionLapse.now() === 'ended') return
  tellSignOut()
  sessionEnded()
}

/** Signs out in this browser also if the session had already ended, and loads the first page. */
export const signOut = async (): Promise<void> => {
  try {
    await plainCall(accountsCalls.signOut, {})
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 401) throw error
  }
  leaveTo(paths.home())
}
