import type { phoneApi } from '@remis/domain/accounts/phone/phone-api'
import { isSignInCode } from '@remis/domain/accounts/phone/phone-checks'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { confirmMobile } from '../../people/confirm-mobile.ts'
import { countAgainst, uncount } from '../../platform/http/rate-limits.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { endOneTimeCodes, takeOneTimeCode } from '../../platform/sessions/one-time-codes.ts'
import { addressNet } from '../../platform/security/address-net.ts'
import { findAccount } from '../identity-store.ts'
import { checkIsLetIn, placeOf, type SessionDeps } from '../sign-in/open-session.ts'
import { finishSignIn } from '../two-factor/second-step.ts'
import { findProvedCode } from './issue-phone-code.ts'
import { checkPhoneSignInIsOn } from './send-phone-code.ts'

/** One error, whatever is wrong with a code or its request. */
const wrongCode = () => new AppError(422, 'phone_code_wrong', { fields: { otp: 'wrong' } })

/**
 * Uses the code up and confirms the number. Null: no account has it any longer. Undefined: the code was used meanwhile.
 */
const takeCode = (app: SessionDeps, id: string) =>
  app.db.transact(async (tx) => {
    const taken = await takeOneTimeCode(tx, 'sign-in', { id })
    if (taken === undefined) return undefined
    const owner = (await confirmMobile(tx, taken)) ?? null
    if (owner !== null) await endOneTimeCodes(tx, 'sign-in', owner.id)
    return { owner, mobile: taken.sent_to ?? '' }
  })

/**
 * Signs in with the code of an SMS: `otp_validate_error` for what is no code, `phone_code_wrong` for a wrong, late or
 * used one, and one of another request or browser. Then what every sign-in refuses; a second step applies.
 * `email_verify` does not: the phone is confirmed by this [accounts-21].
 */
export const signInByPhone: UseCase<SessionDeps, typeof phoneApi.signIn> = async (app, call) => {
  await checkPhoneSignInIsOn(app)
  const { verificationId, otp } = call.body
  if (!isSignInCode(otp)) throw faultError({ key: 'otp_validate_error', field: 'otp' })
  const { address, userAgent } = call
  const net = addressNet(address)
  const { max, windowSeconds } = app.config.limits.guards.signInPerAddress
  await countAgainst(app.db.request, 'sign-in-address', net, max, windowSeconds)
  const refused = () => {
    app.security.record({
      kind: 'sign-in-failed',
      userId: undefined,
      address,
      userAgent,
      messageKey: 'phone_code_wrong',
    })
    return wrongCode()
  }
  const owner = call.device.token
  if (owner === undefined) throw refused()
  const row = await findProvedCode(app, { purpose: 'sign-in', owner, verificationId, otp })
  const taken = row && (await takeCode(app, row.id))
  if (taken === undefined) throw refused()
  await uncount(app.db.request, 'sign-in-address', net)
  const account = taken.owner === null ? undefined : await findAccount(app.db.request, taken.owner.id)
  if (account === undefined) return { info: { mobile: taken.mobile } } // [accounts-48]
  checkIsLetIn(account)
  return finishSignIn(app, call, account, await placeOf(app, call, account.id), 'phone')
}
