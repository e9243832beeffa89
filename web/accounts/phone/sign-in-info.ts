import { useSyncExternalStore } from 'react'
import { showMessage } from '../../platform/show-message.ts'

/** What a sign-in elsewhere or by phone returned for a person without an account [accounts-48]. */
export interface SignInInfo {
  readonly mobile?: string
  readonly email?: string
}

let kept: SignInInfo | null = null
const listeners = new Set<() => void>()
const keep = (info: SignInInfo | null): void => {
  kept = info
  for (const listener of listeners) listener()
}

/** Keeps the info, locks the tabs of the sign-in page and shows `login_success` [accounts-18]. */
export const keepSignInInfo = (info: SignInInfo): void => {
  keep(info)
  showMessage('login_success', 'success')
}

/** A sign-out resets it [accounts-47]. */
export const forgetSignInInfo = (): void => keep(null)

export const useSignInInfo = (): SignInInfo | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => kept,
    () => null,
  )
