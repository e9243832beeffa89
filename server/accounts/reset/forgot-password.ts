import type { accountsApi } from '@remis/domain/accounts/accounts-api'
import { isEmail } from '@remis/domain/accounts/registration-checks'
import { faultError } from '@remis/domain/kit/check'
import { countAgainst } from '../../platform/http/rate-limits.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { newToken } from '../../platform/sessions/session-guard.ts'
import { addressNet } from '../../platform/security/address-net.ts'
import { takeHumanCheck } from '../human-check/human-check.ts'
import { addResetRequest } from './reset-store.ts'

/**
 * Notes that someone forgot a password [accounts-22]. Whether an account has the email is looked up by the sweep that
 * sends the mail, so neither the answer nor its time depends on it [design/accounts-80].
 */
export const forgotPassword: UseCase<Platform, typeof accountsApi.forgotPassword> = async (app, call) => {
  const email = call.body.email.trim()
  if (!isEmail(email)) throw faultError({ key: 'proper_email', field: 'email' })
  await takeHumanCheck(app, call.body.check)
  const { max, windowSeconds } = app.config.limits.guards.resetPerAddress
  await countAgainst(app.db.request, 'reset', addressNet(call.address), max, windowSeconds)
  const request = newToken()
  return call.commit(async (tx) => {
    await addResetRequest(tx, { request, email, device: call.device.token })
    return { request }
  })
}
