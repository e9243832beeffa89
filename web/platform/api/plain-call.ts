import { AppError } from '@remis/domain/messages/app-error'
import { QueryClient } from '@tanstack/react-query'
import { makeCall, type CallFunction } from '@remis/domain/kit/call'

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

export const callWith = (token: () => string | undefined): CallFunction =>
  makeCall({ base: '', token, newKey, fetch: (url, init) => fetch(url, init) })

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
