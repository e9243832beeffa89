import type { phoneApi } from '@remis/domain/accounts/phone/phone-api'
import { isMobile } from '@remis/domain/accounts/registration-checks'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import type { UseCase } from '../../platform/http/use-case.ts'
import { newToken } from '../../platform/sessions/session-guard.ts'
import { accountsWith } from '../account-lookups.ts'
import { takeHumanCheck } from '../human-check/human-check.ts'
import { findAccount } from '../account-store.ts'
import { normalizeMobile } from '../mobile-number.ts'
import { placeOf, type SessionDeps } from '../sign-in/open-session.ts'
import { countCodeRequest, countPhoneCode } from './count-phone-code.ts'
import { issuePhoneCode } from './issue-phone-code.ts'

/** [accounts-12] */
export const checkPhoneSignInIsOn = async ({ settings }: SessionDeps): Promise<void> => {
  if (!(await settings.current()).MobileLoginEnabled) throw new AppError(403, 'mobile_login_off')
}

/**
 * Sends a sign-in code [accounts-23]. The refusals, in this order: `mobile_login_off`, `mobile_no_blank_error`,
 * `human_check_failed`, 429 of the address, `user_does_not_exists`, 429 of the phone and of its country. Approval and
 * suspension are checked after the code [design/accounts-90].
 */
export const sendPhoneCode: UseCase<SessionDeps, typeof phoneApi.sendCode> = async (app, call) => {
  await checkPhoneSignInIsOn(app)
  const mobile = normalizeMobile(call.body.mobile)
  if (!isMobile(mobile)) throw faultError({ key: 'mobile_no_blank_error', field: 'mobile' })
  await takeHumanCheck(app, call.body.check)
  await countCodeRequest(app, call.address)
  const [accountId] = await accountsWith(app.db.request, { mobile })
  if (accountId === undefined) throw faultError({ key: 'user_does_not_exists', field: 'mobile' })
  const place = await placeOf(app, call, accountId)
  const account = await findAccount(app.db.request, accountId)
  const confirmed = account !== undefined && account.mobile_verified_at !== null
  await countPhoneCode(app, mobile, { known: place.device, confirmed })
  const device = call.device.token ?? newToken()
  const reply = await call.commit(async (tx) => ({
    verificationId: await issuePhoneCode(app, tx, { purpose: 'sign-in', owner: device, userId: accountId, mobile }),
  }))
  call.device.remember(device)
  return reply
}
