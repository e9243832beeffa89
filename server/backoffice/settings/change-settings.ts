import type { Settings } from '@remis/domain/backoffice/settings'
import type { settingsApi } from '@remis/domain/backoffice/settings-api'
import { checkSettings } from '@remis/domain/backoffice/settings-checks'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { whyMailFails } from '../../accounts/verify-email/why-mail-fails.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import type { Mailers } from '../../providers/mail/mail-provider.ts'
import { lockSettings, writeSettings, type SettingsCache } from './settings-cache.ts'
import { hasMoney } from './settings-store.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
  readonly mailers: Mailers
}

/** The changed settings with their values before and after; the purchase code is not logged [design/accounts-23]. */
export const changesBetween = (before: Settings, after: Settings): Record<string, unknown> =>
  Object.fromEntries(
    (Object.keys(after) as (keyof Settings)[])
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, name === 'license' ? 'changed' : { from: before[name], to: after[name] }]),
  )

/**
 * Saves settings while critical edits are on, else the mount answers `demo_mode`. The settings row is locked, so that
 * saves come one after the other; a save with an older version gets 409 [design/accounts-23].
 */
export const changeSettings: UseCase<Deps, typeof settingsApi.change> = async (app, call) => {
  const done = await call.commit(async (tx) => {
    const before = await lockSettings(tx)
    await app.failpoint.at('settings.locked')
    // The mount checked this process's cache; an admin on another node may just have switched critical edits off.
    if (!before.settings.AllowCriticalEditsAdmin) throw new AppError(403, 'demo_mode')
    if (call.body.version !== undefined && call.body.version !== before.version)
      throw new AppError(409, 'settings_changed')
    const codeFixed = await hasMoney(tx)
    const checked = checkSettings(call.body.settings, { current: before.settings, codeFixed })
    if ('fault' in checked) throw faultError(checked.fault)
    if (checked.settings.email_verify && !before.settings.email_verify) {
      const failing = await whyMailFails(app, tx, call.who.id)
      if (failing !== null) return failing
    }
    const after = await writeSettings(tx, before, checked.settings, call.who.id)
    await addAudit(tx, {
      actor: { id: call.who.id, role: call.who.role },
      address: call.address,
      action: 'settings.change',
      subject: 'settings',
      data: { version: after.version, changed: changesBetween(before.settings, after.settings) },
    })
    return { ...after, codeFixed }
  })
  app.settings.adopt(done)
  return done
}
