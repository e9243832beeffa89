import type { Me } from '@remis/domain/accounts/accounts-api'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { needsTwoFactor, type SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { findOwnAccount } from '../people/own-account.ts'
import type { Platform } from '../platform/http/use-case.ts'
import { findBalance } from '../wallet/balances.ts'
import { countFactors } from './identity-store.ts'
import { viewPreferences } from './preferences/change-preferences.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

/** A signed-in person's own data, the wallet in major units; undefined when the account is gone. */
export const viewMe = async (app: Deps, id: string): Promise<Me | undefined> => {
  const db = app.db.request
  const row = await findOwnAccount(db, id)
  if (row === undefined) return undefined
  const { code } = await app.settings.current()
  const ofDriver = {
    driverActiveStatus: row.driver_active_status,
    queue: row.queue,
    carType: row.car_type,
    vehicleMake: row.vehicle_make,
    vehicleModel: row.vehicle_model,
    vehicleNumber: row.vehicle_number,
    ratings: { userrating: row.rating_average },
  }
  return {
    id: row.id,
    uid: row.id,
    usertype: row.usertype,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    mobile: row.mobile,
    approved: row.approved,
    loginType: row.login_type,
    referralId: row.referral_id,
    profile_image: row.profile_image,
    createdAt: row.created_at,
    walletBalance: toMajor(await findBalance(db, id), exponentOf(code)),
    preferences: viewPreferences(row),
    ...(row.usertype === 'driver' ? ofDriver : {}),
    ...(row.usertype === 'admin' && (await needsTwoFactor(app)) && (await countFactors(db, id)) === 0
      ? { twoFactorNeeded: true as const }
      : {}),
  }
}
