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

/** Only writes say the time: the browser may answer a read from its cache, with the date of long ago. */
const fetchWithClock = async (url: string, init: { method: string } & RequestInit): Promise<Response> => {
  const began = performance.now()
  const answer = await fetch(url, init)
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
    return (await fetch('/api/settings/public', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
