import type { Settings } from '@remis/domain/backoffice/settings'
import type { settingsApi } from '@remis/domain/backoffice/settings-api'
import { checkSettings } from '@remis/domain/backoffice/settings-checks'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { addAudit } from '../platform/database/audit.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { lockSettings, writeSettings, type SettingsCache } from './settings-cache.ts'
import { hasMoney } from './settings-store.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

/** What differs, with its value before and after; the purchase code is kept out of the log. */
export const changesBetween = (before: Settings, after: Settings): Record<string, unknown> =>
  Object.fromEntries(
    (Object.keys(after) as (keyof Settings)[])
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, name === 'license' ? 'changed' : { from: before[name], to: after[name] }]),
  )

/**
 * spec 2 §5: a save of settings, allowed while critical edits are on (the mount refuses it with `demo_mode` else). The
 * settings' row is locked, so that two saves come one after the other; with a version, the later one hears of it.
 */
export const changeSettings: UseCase<Deps, typeof settingsApi.change> = async (app, call) => {
  const done = await call.commit(async (tx) => {
    const before = await lockSettings(tx)
    await app.failpoint.at('settings.locked')
    // The mount asked this process's memory; an admin elsewhere may just have switched critical edits off.
    if (!before.settings.AllowCriticalEditsAdmin) throw new AppError(403, 'demo_mode')
    if (call.body.version !== undefined && call.body.version !== before.version)
      throw new AppError(409, 'settings_changed')
    const codeFixed = await hasMoney(tx)
    const checked = checkSettings(call.body.settings, { current: before.settings, codeFixed })
    if ('fault' in checked) throw faultError(checked.fault)
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
