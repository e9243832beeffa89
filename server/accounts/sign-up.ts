import type { accountsApi, Registration } from '@remis/domain/accounts/accounts-api'
import { checkRegistration } from '@remis/domain/accounts/registration-checks'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import type { SettingsCache } from '../backoffice/settings-cache.ts'
import { countAgainst } from '../platform/http/rate-limits.ts'
import { CommittedRefusal, type Platform, type UseCase } from '../platform/http/use-case.ts'
import { accountsWith, referrerOf } from './account-lookups.ts'
import { addressNet } from './address-net.ts'
import { makeAccount } from './create-account.ts'
import { normalizeMobile } from './mobile-number.ts'
import type { PasswordHashing } from './password-hashing.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
  readonly passwords: PasswordHashing
}

const filled = (text: string | undefined): string | null => (text?.trim() ? text.trim() : null)

/** Who asks for being an admin is refused before anything else is looked at (design §4). */
const usertypeOf = (form: Registration): 'rider' | 'driver' => {
  const usertype = form.usertype ?? 'rider' // spec 1 §9: default usertype on signup
  if (usertype !== 'rider' && usertype !== 'driver') throw new AppError(422, 'not_valid_user_type')
  return usertype
}

/**
 * spec 1 §5, in its order: names, email, password, mobile, referral, exists, then the sign-up itself. The web asks the
 * same checks first; nothing of that is believed here.
 */
export const signUp: UseCase<Deps, typeof accountsApi.signUp> = async (app, call) => {
  const form = call.body.regData
  const { max, windowSeconds } = app.config.limits.guards.signUpPerAddress
  const usertype = usertypeOf(form)
  const fault = checkRegistration(form, app.config.passwordPolicy)
  if (fault !== null) throw faultError(fault)
  await countAgainst(app.db.request, 'sign-up', addressNet(call.address), max, windowSeconds)

  const email = form.email
  const mobile = normalizeMobile(form.mobile)
  const code = filled(form.referralId)
  const referrer = code === null ? null : await referrerOf(app.db.request, code)
  if (referrer === undefined) throw new AppError(422, 'referer_not_found')
  const taken = await accountsWith(app.db.request, { email, mobile })
  if (taken.length > 0) throw new AppError(422, 'user_exists')

  const { driver_approval, bank_fields, RiderWithDraw } = await app.settings.current()
  const hash = await app.passwords.hash(form.password)
  return call.commit(async (tx) => {
    const id = await makeAccount(
      tx,
      {
        firstName: form.firstName.trim(),
        lastName: form.lastName.trim(),
        email,
        mobile,
        usertype,
        signupViaReferral: referrer,
        // design §11: approved at birth
        approved: usertype === 'rider' || !driver_approval,
        // spec 1 §2: the bank fields exist only with both settings
        ...(bank_fields && RiderWithDraw
          ? { bank: { name: filled(form.bankName), code: filled(form.bankCode), account: filled(form.bankAccount) } }
          : {}),
      },
      hash,
    )
    return id === null ? new CommittedRefusal(new AppError(422, 'user_exists')) : { uid: id }
  })
}
