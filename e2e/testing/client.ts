import { makeCall, type CallFunction } from '@remis/domain/kit/call'

/** The API as its clients use it, for actors that need no screen. */
export const clientOf = (base: string, token?: string): CallFunction =>
  makeCall({ fetch: (url, init) => fetch(url, init), base, token: () => token, newKey: () => crypto.randomUUID() })
