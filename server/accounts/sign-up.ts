import type { accountsApi, Registration } from '@remis/domain/accounts/accounts-api'
import { checkRegistration } from '@remis/domain/accounts/registration-checks'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { trimmedOrNull } from '@remis/domain/kit/clean-text'
import type { LanguagesCache } from '../backoffice/languages/languages-cache.ts'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { countAgainst } from '../platform/http/rate-limits.ts'
import { CommittedRefusal, type Platform, type UseCase } from '../platform/http/use-case.ts'
import { accountsWith, referrerOf } from './account-lookups.ts'
import { addressNet } from '../platform/security/address-net.ts'
import { newToken } from '../platform/sessions/session-guard.ts'
import { isCommonPassword } from './security/common-passwords.ts'
import { createAccount } from './create-account.ts'
import { normalizeMobile } from './mobile-number.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { languageOfPage } from './preferences/offered-language.ts'
import { queueVerification } from './verify-email/queue-verification.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
  readonly languages: Pick<LanguagesCache, 'current'>
  readonly passwords: PasswordHashing
}

/** Another user type is refused before anything else is checked [design/api-33]. */
const usertypeOf = (form: Registration): 'rider' | 'driver' => {
  const usertype = form.usertype ?? 'rider' // the default [accounts-3]
  if (usertype !== 'rider' && usertype !== 'driver') throw new AppError(422, 'not_valid_user_type')
  return usertype
}

/**
 * Signs up, checked in the documented order: names, email, password, mobile, common password, referral, exists
 * [design/accounts-10]. The
 * page runs the same checks first; the server does not rely on it.
 */
export const signUp: UseCase<Deps, typeof accountsApi.signUp> = async (app, call) => {
  const form = call.body.regData
  const { max, windowSeconds } = app.config.limits.guards.signUpPerAddress
  const usertype = usertypeOf(form)
  const fault = checkRegistration(form, app.config.passwordPolicy)
  if (fault !== null) throw faultError(fault)
  if (isCommonPassword(form.password)) throw faultError({ key: 'password_common', field: 'password' })
  await countAgainst(app.db.request, 'sign-up', addressNet(call.address), max, windowSeconds)

  const email = form.email
  const mobile = normalizeMobile(form.mobile)
  const code = trimmedOrNull(form.referralId)
  const referrer = code === null ? null : await referrerOf(app.db.request, code)
  if (referrer === undefined) throw new AppError(422, 'referer_not_found')
  const taken = await accountsWith(app.db.request, { email, mobile })
  if (taken.length > 0) throw new AppError(422, 'user_exists')

  const { driver_approval, bank_fields, RiderWithDraw, email_verify } = await app.settings.current()
  const language = await languageOfPage(app, form.language)
  const hash = await app.passwords.hash(form.password, 'strangers')
  const device = call.device.token ?? newToken()
  const reply = await call.commit(async (tx) => {
    const id = await createAccount(
      tx,
      {
        firstName: form.firstName.trim(),
        lastName: form.lastName.trim(),
        email,
        mobile,
        usertype,
        language,
        signupViaReferral: referrer,
        // riders are approved, drivers while driver_approval is off
        approved: usertype === 'rider' || !driver_approval,
        // bank fields need both settings [design/accounts-12]
        ...(bank_fields && RiderWithDraw
          ? {
              bank: {
                name: trimmedOrNull(form.bankName),
                code: trimmedOrNull(form.bankCode),
                account: trimmedOrNull(form.bankAccount),
              },
            }
          : {}),
      },
      hash,
    )
    if (id === null) return new CommittedRefusal(new AppError(422, 'user_exists'))
    if (email_verify) await queueVerification(app, tx, { id, email }, device)
    return { uid: id }
  })
  if (email_verify) call.device.remember(device)
  return reply
}
