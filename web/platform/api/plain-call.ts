import { AppError } from '@remis/domain/messages/app-error'
import { QueryClient } from '@tanstack/react-query'
import { makeCall, type CallFunction } from '@remis/domain/kit/call'
import { serverClock } from './server-clock.ts'

/** Retries network failures and a busy server; other errors would repeat. */
const mayPass = (error: unknown): boolean => !(error instanceof AppError) || error.status === 503

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'offlineFirst',
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 2 && mayPass(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** 128 random bits: `crypto.randomUUID` is missing on plain http outside of localhost. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * ms [design/web-157]; a connection that was lost without a sign never answers. A test mail may take the server 60 s.
 */
const answerMs = 90_000

/** The wait for the answer to a press, ms [design/web-157]: a card gateway has 15 s of it. */
export const pressMs = 30_000

/** Only writes say the time: the browser may answer a read from its cache, with the date of long ago. */
const fetchWithClock = async (
  url: string,
  { within = answerMs, ...init }: { method: string; within?: number } & RequestInit,
): Promise<Response> => {
  const began = performance.now()
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(within) })
  if (init.method !== 'GET') serverClock.hear(answer.headers.get('date'), performance.now() - began)
  return answer
}

export const callWith = (token: () => string | undefined): CallFunction =>
  makeCall({ base: '', token, newKey, fetch: fetchWithClock })

/** A call with the session cookie only. */
export const plainCall = callWith(() => undefined)

/** Whether the server answers; `navigator.onLine` alone is not reliable. */
export const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  try {
    return (await fetch('/api/settings/public', { cache: 'no-store', signal: AbortSignal.timeout(5000) })).ok
  } catch {
    return false
  }
}
