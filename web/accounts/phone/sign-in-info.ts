import { makeSharedValue } from '../../platform/page/shared-value.ts'
import { showMessage } from '../../platform/show-message.ts'

/** What a sign-in elsewhere or by phone returned for a person without an account [accounts-48]. */
export interface SignInInfo {
  readonly mobile?: string
  readonly email?: string
}

const kept = makeSharedValue<SignInInfo | null>(null)

/** Keeps the info, locks the tabs of the sign-in page and shows `login_success` [accounts-18]. */
export const keepSignInInfo = (info: SignInInfo): void => {
  kept.set(info)
  showMessage('login_success', 'success')
}

/** A sign-out resets it [accounts-47]. */
export const forgetSignInInfo = (): void => kept.set(null)

export const useSignInInfo = kept.useValue
