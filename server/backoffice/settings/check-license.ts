import type { settingsApi } from '@remis/domain/backoffice/settings-api'
import type { Role } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import { addAudit } from '../../platform/database/audit.ts'
import { CommittedRefusal, type Call, type Platform } from '../../platform/http/use-case.ts'
import { revokeSession } from '../../platform/sessions/sessions.ts'
import type { LicenseAnswer, LicenseVerifier } from '../../providers/license/license-provider.ts'
import type { SettingsCache } from './settings-cache.ts'

export interface LicenseDeps extends Platform {
  readonly settings: SettingsCache
  readonly license: LicenseVerifier | null
}

/** `wrong_code` with the alert that names the failure [messages-15]. */
const refusalOf = (answer: Exclude<LicenseAnswer, 'accepted'>): AppError =>
  new AppError(403, 'wrong_code', {
    extra: { alert: answer === 'refused' ? 'base_settings_error_2' : 'base_settings_error_1' },
  })

/** The answer; the log says why there was none. */
const ask = async (
  { license: verifier, log }: LicenseDeps & { readonly license: LicenseVerifier },
  request: Parameters<LicenseVerifier['verify']>[0],
): Promise<LicenseAnswer> => {
  const answer = await verifier.verify(request)
  if (typeof answer === 'object')
    log.warn({ err: answer.noAnswer }, 'BASE_SETTINGS_URL did not answer; the purchase code was not checked')
  return answer
}

/**
 * Checks the purchase code of a save, before its transaction. A refused or unchecked code saves nothing and ends the
 * session of the caller [settings-12].
 */
export const checkSavedLicense = async (
  app: LicenseDeps,
  call: Call<typeof settingsApi.change>,
  license: string,
): Promise<void> => {
  if (app.license === null) return
  const answer = await ask({ ...app, license: app.license }, { reqType: 'settings', license })
  if (answer === 'accepted') return
  call.cookie.clear()
  await call.commit(async (tx) => {
    await revokeSession(tx, call.who.sessionId)
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: 'settings.license-refused',
      subject: 'settings',
      data: { answer: answer === 'refused' ? answer : 'no-answer' },
    })
    return new CommittedRefusal(refusalOf(answer))
  })
}

/**
 * Checks the stored purchase code when an admin signs in. A refusal refuses the sign-in. A service that does not answer
 * leaves a warning in the log: its failure must not lock the office out [design/settings-7].
 */
export const checkLicenseAtSignIn = async (app: LicenseDeps, role: Role): Promise<void> => {
  if (app.license === null || role !== 'admin') return
  const { license } = await app.settings.current()
  const answer = await ask({ ...app, license: app.license }, { reqType: 'auth', license: license.trim() })
  if (answer === 'refused') throw refusalOf(answer)
}
