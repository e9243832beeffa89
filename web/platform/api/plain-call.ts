import { AppError } from '@remis/domain/messages/app-error'
import { QueryClient } from '@tanstack/react-query'
import { makeCall, type CallFunction } from '@remis/domain/kit/call'

/** Only what may pass by itself is tried again: the network and a busy server. */
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

/** A call with the session's cookie alone. */
export const plainCall = callWith(() => undefined)

/** Does the server answer? A device may believe that it is online, and be wrong. */
export const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  try {
    return (await fetch('/api/settings/public', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
