import type { phoneApi } from '@remis/domain/accounts/phone/phone-api'
import { isSignInCode } from '@remis/domain/accounts/phone/phone-checks'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { countAgainst, uncount } from '../../platform/http/rate-limits.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { endOneTimeCodes, takeOneTimeCode } from '../../platform/sessions/one-time-codes.ts'
import { addressNet } from '../../platform/security/address-net.ts'
import { provePhone } from '../first-proof/prove-contact.ts'
import { findAccount } from '../account-store.ts'
import { checkIsLetIn, placeOf, type SessionDeps } from '../sign-in/open-session.ts'
import { finishSignIn } from '../two-factor/second-step.ts'
import { findProvedCode } from './issue-phone-code.ts'
import { checkPhoneSignInIsOn } from './send-phone-code.ts'

/** One error, whatever is wrong with a code or its request. */
const wrongCode = () => new AppError(422, 'phone_code_wrong', { fields: { otp: 'wrong' } })

/** Uses the code up. `account: null`: no account has this number now. Undefined: another request has used the code. */
const takeCode = (app: SessionDeps, id: string) =>
  app.db.transact(async (tx) => {
    const taken = await takeOneTimeCode(tx, 'sign-in', { id })
    if (taken === undefined) return undefined
    const mobile = taken.sent_to ?? ''
    const owner = taken.user_id === null ? undefined : await findAccount(tx, taken.user_id)
    const account = owner?.mobile === mobile ? owner : null
    if (account !== null) await endOneTimeCodes(tx, 'sign-in', account.id)
    return { account, mobile }
  })

/**
 * Signs in with the code of an SMS: `otp_validate_error` for what is no code, `phone_code_wrong` for a wrong, late or
 * used one, and one of another request or browser. Then what every sign-in refuses, and `contact_not_confirmed` where
 * the number was never confirmed and the account is another person's [design/accounts-131]. A second step applies;
 * `email_verify` does not: the phone is confirmed by this [accounts-21].
 */
export const signInByPhone: UseCase<SessionDeps, typeof phoneApi.signIn> = async (app, call) => {
  await checkPhoneSignInIsOn(app)
  const { verificationId, otp, join } = call.body
  if (!isSignInCode(otp)) throw faultError({ key: 'otp_validate_error', field: 'otp' })
  const { address, userAgent } = call
  const net = addressNet(address)
  const { max, windowSeconds } = app.config.limits.guards.signInPerAddress
  await countAgainst(app.db.request, 'sign-in-address', net, max, windowSeconds)
  const refused = (error = wrongCode()) => {
    app.security.record({ kind: 'sign-in-failed', userId: undefined, address, userAgent, messageKey: error.key })
    return error
  }
  const owner = call.device.token
  if (owner === undefined) throw refused()
  const row = await findProvedCode(app, { purpose: 'sign-in', owner, verificationId, otp })
  const taken = row && (await takeCode(app, row.id))
  if (taken === undefined) throw refused()
  await uncount(app.db.request, 'sign-in-address', net)
  const { account, mobile } = taken
  if (account === null) return { info: { mobile } } // [accounts-48]
  checkIsLetIn(account, join)
  const place = await placeOf(app, call, account.id)
  const given = { id: account.id, mobile, signedInBefore: place.before }
  const proof = await app.db.transact((tx) => provePhone(app, tx, call, given))
  if (proof === 'gone') throw refused()
  if (proof === 'foreign') throw refused(new AppError(401, 'contact_not_confirmed'))
  return finishSignIn(app, call, account, place, { kind: 'phone' })
}
