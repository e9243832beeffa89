import type { AppCategory } from '@remis/domain/booking/variant'
import type { Settings } from '@remis/domain/backoffice/settings'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { firstCancelReasons, firstCarType } from '@remis/domain/setup/first-entries'
import { checkSetUp, type SetUp } from '@remis/domain/setup/set-up-checks'
import type { setupApi } from '@remis/domain/setup/setup-api'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import { isCommonPassword } from '../accounts/security/common-passwords.ts'
import { createAccount } from '../accounts/create-account.ts'
import type { PasswordHashing } from '../accounts/password-hashing.ts'
import { addCancelReasons } from '../backoffice/cancel-reasons.ts'
import { chooseDefaultLanguage } from '../backoffice/languages/provide-languages.ts'
import { lockSettings, writeSettings, type SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { addCarType } from '../fare/add-car-type.ts'
import { symbolOf, displayFormatsOf } from '../maps/map-facts.ts'
import { addAudit } from '../platform/database/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { builtInTextsOf } from '../platform/texts/built-in-texts.ts'
import { hashToken } from '../platform/sessions/session-guard.ts'
import { hasAdmin, isOpen, takeCode } from './set-up-code-store.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
  readonly passwords: PasswordHashing
}

const settingsOf = async (form: SetUp, production: boolean): Promise<Partial<Settings>> => {
  const { miles, symbolAfter } = await displayFormatsOf(form.country, form.currency)
  return {
    appName: form.company.trim(),
    CompanyName: form.company.trim(),
    country: new Intl.DisplayNames([fallbackLanguage.code], { type: 'region' }).of(form.country) ?? form.country,
    restrictCountry: form.country,
    code: form.currency,
    symbol: symbolOf(form.currency),
    decimal: form.decimals,
    swipe_symbol: symbolAfter,
    convert_to_mile: miles,
    timezone: form.timezone,
    adminTwoFactor: production,
  }
}

const addFirstEntries = async (tx: Tx, language: string, appcat: AppCategory): Promise<void> => {
  const texts = builtInTextsOf(language, appcat) ?? {}
  await addCancelReasons(tx, firstCancelReasons(texts))
  await addCarType(tx, firstCarType(texts))
  await chooseDefaultLanguage(tx, language, appcat)
}

/**
 * Sets a new installation up with the link that its start printed: the admin, the settings, cancel reasons and a car
 * type, in one commit that uses the link up [design/access-76]. Resolves with `closed` for a link that is used, old or
 * forged.
 */
export const finishSetUp: UseCase<Deps, typeof setupApi.finish> = async (app, call) => {
  const { token, ...form } = call.body
  const code = hashToken(token)
  // Before the password is hashed, which costs a core.
  if (!(await isOpen(app.db.request, code))) return { state: 'closed' }
  const fault = checkSetUp(form, app.config.passwordPolicy)
  if (fault !== null) throw faultError(fault)
  if (isCommonPassword(form.password)) throw faultError({ key: 'password_common', field: 'password' })
  const hash = await app.passwords.hash(form.password, 'known')
  const settings = await settingsOf(form, app.config.mode === 'production')
  const done = await call.commit(async (tx) => {
    if (!(await takeCode(tx, code)) || (await hasAdmin(tx))) return { state: 'closed' as const }
    const before = await lockSettings(tx)
    const person = {
      firstName: form.firstName.trim(),
      lastName: form.lastName.trim(),
      email: form.email,
      mobile: null,
      usertype: 'admin' as const,
      approved: true,
    }
    const id = await createAccount(tx, person, hash)
    if (id === null) throw new AppError(422, 'user_exists', { fields: { email: 'user_exists' } })
    const changed = await writeSettings(tx, before, settings, id)
    await addFirstEntries(tx, form.language, app.config.appCategory)
    await addAudit(tx, {
      actor: { id, role: 'admin' },
      address: call.address,
      action: 'installation.set-up',
      subject: `user:${id}`,
      data: { version: changed.version },
    })
    return { state: 'done' as const, changed }
  })
  app.security.record({ kind: 'set-up', address: call.address, userAgent: call.userAgent })
  if (done.state === 'done') app.settings.adopt(done.changed)
  return done
}
