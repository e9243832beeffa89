import type { Settings } from '@remis/domain/backoffice/settings'
import type { settingsApi, SettingsPatch } from '@remis/domain/backoffice/settings-api'
import { checkSettings } from '@remis/domain/backoffice/settings-checks'
import { faultError, faultsError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { whyMailFails } from '../../accounts/verify-email/why-mail-fails.ts'
import { canSend } from '../../mail/mail-readiness.ts'
import { addAudit, type AuditEntry } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { Mailers } from '../../providers/mail/mail-provider.ts'
import { checkSavedLicense, type LicenseDeps } from './check-license.ts'
import { changedNames, lockSettings, mergeSettings, writeSettings, type KeptSettings } from './settings-cache.ts'
import { hasMoney, readRow } from './settings-store.ts'

interface Deps extends LicenseDeps {
  readonly mailers: Mailers
}

/** The changed settings with their values before and after; the purchase code is not logged [design/settings-10]. */
const changesBetween = (before: Settings, after: Settings): Record<string, unknown> =>
  Object.fromEntries(
    changedNames(before, after).map((name) => [
      name,
      name === 'license' ? 'changed' : { from: before[name], to: after[name] },
    ]),
  )

interface Wish {
  readonly settings: SettingsPatch
  readonly version?: number | undefined
}

/** Returns what a save stores over these settings; throws the reason where it is refused. */
const checkedOver = (before: KeptSettings, wish: Wish, codeFixed: boolean): Partial<Settings> => {
  // The mount checked this process's cache; an admin on another node may just have switched critical edits off.
  if (!before.settings.AllowCriticalEditsAdmin) throw new AppError(403, 'demo_mode')
  if (wish.version !== undefined && wish.version !== before.version) throw new AppError(409, 'settings_changed')
  const checked = checkSettings(wish.settings, { current: before.settings, codeFixed })
  if ('faults' in checked) throw faultsError(checked.faults)
  return checked.settings
}

/** An admin, or the operator on the server. */
export type SettingsAuthor =
  | { readonly who: { readonly id: string; readonly role: string }; readonly address: string }
  | { readonly operator: string }

/** Writes checked settings over locked ones, with history and audit. What changes nothing writes no version. */
export const saveChanges = async (
  tx: Tx,
  before: KeptSettings,
  patch: Partial<Settings>,
  author: SettingsAuthor,
  reason: Readonly<Record<string, string>> = {},
): Promise<KeptSettings> => {
  const person = 'who' in author ? author.who : null
  const after = await writeSettings(tx, before, patch, person?.id ?? null)
  if (after === before) return before
  await addAudit(tx, {
    ...auditAuthor(author),
    action: 'settings.change',
    subject: 'settings',
    data: {
      version: after.version,
      changed: changesBetween(before.settings, after.settings),
      ...reason,
      ...('operator' in author ? { by: author.operator } : {}),
    },
  })
  return after
}

export const auditAuthor = (author: SettingsAuthor): Pick<AuditEntry, 'actor' | 'address'> =>
  'who' in author ? { actor: author.who, address: author.address } : { actor: 'system' }

/**
 * Saves settings while critical edits are on, else the mount answers `demo_mode`. The settings row is locked, so that
 * saves come one after the other; a save with an older version gets 409 [design/settings-10]. A purchase code is
 * checked before the transaction, and only when nothing else is wrong: a failed check ends the session. A save that
 * changes nothing writes no version.
 */
export const changeSettings: UseCase<Deps, typeof settingsApi.change> = async (app, call) => {
  const license = call.body.settings.license?.trim() ?? ''
  if (license !== '') {
    const row = await readRow(app.db.request)
    const stored = { settings: mergeSettings(row?.data), version: row?.version ?? 0 }
    checkedOver(stored, call.body, await hasMoney(app.db.request))
    await checkSavedLicense(app, call, license)
  }
  const done = await call.commit(async (tx) => {
    const before = await lockSettings(tx)
    await app.failpoint.at('settings.locked')
    const codeFixed = await hasMoney(tx)
    const patch = checkedOver(before, call.body, codeFixed)
    // [design/accounts-127]: a sign-in by phone needs codes that arrive
    if (patch.MobileLoginEnabled && !before.settings.MobileLoginEnabled && !(await canSend(app, tx, 'sms')))
      throw faultError({ key: 'mobile_login_no_sms', field: 'MobileLoginEnabled' })
    if (patch.email_verify && !before.settings.email_verify) {
      const failing = await whyMailFails(app, tx, call.who.id)
      if (failing !== null) return failing
    }
    return { ...(await saveChanges(tx, before, patch, call)), codeFixed }
  })
  app.settings.adopt(done)
  return done
}
