import type { phoneApi } from '@remis/domain/accounts/phone/phone-api'
import { isSignInCode } from '@remis/domain/accounts/phone/phone-checks'
import { isMobile } from '@remis/domain/accounts/registration-checks'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { confirmMobile } from '../../people/confirm-mobile.ts'
import { findPerson } from '../../people/find-person.ts'
import { CommittedRefusal, type UseCase } from '../../platform/http/use-case.ts'
import { endOneTimeCodes, takeOneTimeCode } from '../../platform/sessions/one-time-codes.ts'
import { takeHumanCheck } from '../human-check/human-check.ts'
import type { SessionDeps } from '../sign-in/open-session.ts'
import { countCodeRequest, countPhoneCode } from './count-phone-code.ts'
import { findProvedCode, issuePhoneCode } from './issue-phone-code.ts'

const purpose = 'verify-mobile'

/** Sends a code to the caller's own phone. The code belongs to the caller, in any browser [design/accounts-96]. */
export const sendOwnCode: UseCase<SessionDeps, typeof phoneApi.sendOwnCode> = async (app, call) => {
  const { id: userId } = call.who
  const mobile = (await findPerson(app.db.request, userId))?.mobile ?? ''
  if (!isMobile(mobile)) throw faultError({ key: 'mobile_no_blank_error', field: 'mobile' })
  await takeHumanCheck(app, call.body.check)
  await countCodeRequest(app, call.address)
  await countPhoneCode(app, mobile, { known: true, confirmed: false })
  return call.commit(async (tx) => ({
    verificationId: await issuePhoneCode(app, tx, { purpose, owner: userId, userId, mobile }),
    mobile,
  }))
}

/**
 * Confirms the caller's own phone by the code. Answers `otp_validate_error` for what is no code, else
 * `phone_code_wrong`.
 */
export const confirmOwnPhone: UseCase<SessionDeps, typeof phoneApi.confirmOwnPhone> = async (app, call) => {
  const { verificationId, otp } = call.body
  if (!isSignInCode(otp)) throw faultError({ key: 'otp_validate_error', field: 'otp' })
  const wrong = () => new AppError(422, 'phone_code_wrong', { fields: { otp: 'wrong' } })
  const { id } = call.who
  const row = await findProvedCode(app, { purpose, owner: id, verificationId, otp })
  if (row === undefined) throw wrong()
  return call.commit(async (tx) => {
    const taken = await takeOneTimeCode(tx, purpose, { id: row.id })
    // a number that changed meanwhile is not the one that got the code
    if (taken === undefined || (await confirmMobile(tx, taken)) === undefined) return new CommittedRefusal(wrong())
    await endOneTimeCodes(tx, purpose, id)
    return {}
  })
}
