import { variants, type AppCategory } from '@remis/domain/booking/variant'
import { dayAt } from '@remis/domain/kit/calendar-day'
import { firstLanguages } from '@remis/domain/texts/built-in-languages'
import type { PasswordHashing } from '../accounts/password-hashing.ts'
import { addCancelReasons } from '../backoffice/cancel-reasons.ts'
import { provideLanguages } from '../backoffice/languages/provide-languages.ts'
import { lockSettings, writeSettings, type SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { addCarType } from '../fare/add-car-type.ts'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import { findMark, markInstallation } from '../platform/database/installation-mark.ts'
import type { Platform } from '../platform/http/use-case.ts'
import { addPromo } from '../promos/manage-promos.ts'
import { seedPeople } from './seed-people.ts'
import { seedAlone } from './seed-alone.ts'
import { trialCars } from './trial-cars.ts'
import { trialPassword, trialPeople } from './trial-people.ts'
import { trialPromos } from './trial-promos.ts'
import { trialCancelReasons, trialSettings, trialZone } from './trial-settings.ts'
import type { Tables } from '../platform/database/schema.ts'
import { advisoryLocks } from '../platform/database/schema/advisory-locks.ts'

export interface SeedDeps extends Platform {
  readonly settings: SettingsCache
  readonly passwords: PasswordHashing
}

const addTrialPromos = async (tx: Tx): Promise<void> => {
  const now = await nowMs(tx)
  for (const { days, ...promo } of trialPromos)
    await addPromo(tx, { ...promo, promo_validity: dayAt(now + days * 86_400_000, trialZone) })
}

const firstSeed = async (tx: Tx, appcat: AppCategory, passwordHash: string): Promise<void> => {
  const carTypes = new Map<string, string>()
  for (const car of trialCars[appcat]) carTypes.set(car.name, await addCarType(tx, car))
  await addCancelReasons(tx, trialCancelReasons[appcat])
  // Senders use no promos [delivery-10].
  if (variants[appcat].allowsPromo) await addTrialPromos(tx)
  await seedPeople(tx, trialPeople[appcat], carTypes, passwordHash)
  await markInstallation(tx, 'trial', { officeHash: passwordHash, shown: true, appcat })
}

/**
 * Fills an empty installation with the trial city [design/accounts-18]. Only in trial mode; run again, it only adds
 * texts of a newer version. Later changes by people stay, those of the city's people too.
 */
export const seedTrialData = async (app: SeedDeps): Promise<void> => {
  if (app.config.mode !== 'trial') return
  const { appCategory: appcat } = app.config
  const isSeeded = async (db: Kysely<Tables>) => (await findMark(db, 'trial')) !== undefined
  const hash = (await isSeeded(app.db.request)) ? '' : await app.passwords.hash(trialPassword, 'known')
  const changed = await app.db.transact(async (tx) => {
    await seedAlone(tx, advisoryLocks.trialData)
    await provideLanguages(tx, firstLanguages, appcat)
    // Another server may have finished while this one waited for the lock.
    if (await isSeeded(tx)) return null
    const settings = await writeSettings(tx, await lockSettings(tx), trialSettings[appcat], null)
    await firstSeed(tx, appcat, hash)
    return settings
  })
  if (changed !== null) app.settings.adopt(changed)
}
