import type { Me } from '@remis/domain/accounts/accounts-api'
import { accountsCalls } from '@remis/domain/accounts/accounts-routes'
import { AppError } from '@remis/domain/messages/app-error'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { plainCall, queryClient } from './plain-call.ts'

/**
 * Says that this browser signed in once and has not signed out: nothing secret, the session itself is a cookie that
 * no script can read. Without it a visitor's every page would begin with a failed request.
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

export const sessionQuery = queryOptions<Me | null>({
  queryKey: ['session'],
  staleTime: 5 * 60_000,
  // a visitor is known to be one at once
  initialData: () => (readHint() ? undefined : null),
  queryFn: async () => {
    if (!readHint()) return null
    try {
      return (await plainCall(accountsCalls.current, {})).user
    } catch (error) {
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

/** Who is signed in; `unknown` until the server has said so (`failed`: it could not be asked). */
export const useSession = (): Session => {
  const { data, isError, refetch } = useQuery(sessionQuery)
  if (data === undefined) return { state: 'unknown', user: null, failed: isError, retry: () => void refetch() }
  return data === null ? { state: 'signed-out', user: null } : { state: 'signed-in', user: data }
}

/** Everything another person saw goes; settings and languages stay. */
const forgetPersonalData = (): void => {
  const common = new Set(['session', 'settings', 'languages'])
  queryClient.removeQueries({ predicate: ({ queryKey }) => !common.has(String(queryKey[0])) })
}

/** After a sign-in the server has set the cookie: from here on the app knows the person. */
export const sessionBegan = (user: Me): void => {
  writeHint(true)
  forgetPersonalData()
  queryClient.setQueryData(sessionQuery.queryKey, user)
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

/** Signs out here even when the session was over already. */
export const signOut = async (): Promise<void> => {
  try {
    await plainCall(accountsCalls.signOut, {})
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 401) throw error
  }
  sessionEnded()
}
