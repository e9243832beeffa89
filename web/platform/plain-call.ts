import { makeCall, type CallFunction } from '@remis/domain/kit/call'

/** 128 random bits: `crypto.randomUUID` is missing on plain http outside of localhost. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const callWith = (token: () => string | undefined): CallFunction =>
  makeCall({ base: '', token, newKey, fetch: (url, init) => fetch(url, init) })

/** A call with the session's cookie alone. */
export const plainCall = callWith(() => undefined)
