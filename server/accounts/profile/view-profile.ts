import type { Profile, profileApi } from '@remis/domain/accounts/profile-api'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { MutableKind } from '@remis/domain/notices/notice-kinds'
import type { Kysely } from 'kysely'
import { hasLicenceDocument } from '../../driver-documents/own-application.ts'
import { findOwnAccount } from '../../people/own-account.ts'
import { findReferrals } from '../../people/referrals.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { ProfileDeps } from './profile-deps.ts'

/** The caller's profile [accounts-50]. The queries run one after the other: a transaction has one connection. */
export const viewProfile = async (
  { settings }: Pick<ProfileDeps, 'settings'>,
  db: Kysely<Tables>,
  id: string,
): Promise<Profile> => {
  const row = await findOwnAccount(db, id)
  if (row === undefined) throw new AppError(404, 'not_found')
  const { code, bonus } = await settings.current()
  const hasWallet = row.usertype === 'rider' || row.usertype === 'driver'
  const referrals = hasWallet ? await findReferrals(db, id) : null
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    mobile: row.mobile,
    usertype: row.usertype,
    loginType: row.login_type,
    profile_image: row.profile_image,
    emailVerified: row.email_verified_at !== null,
    mobileVerified: row.mobile_verified_at !== null,
    language: row.language,
    mutedNotices: row.muted_notices as MutableKind[],
    ...(referrals === null
      ? {}
      : {
          referral: {
            referralId: row.referral_id,
            people: referrals.people,
            paid: referrals.paid,
            earned: toMajor(referrals.earned, exponentOf(code)),
            bonus,
          },
        }),
    ...(row.usertype === 'driver'
      ? {
          carType: row.car_type,
          vehicleMake: row.vehicle_make,
          vehicleModel: row.vehicle_model,
          vehicleNumber: row.vehicle_number,
          other_info: row.other_info,
          licenseImage: row.license_image,
          licenceDocument: await hasLicenceDocument(db, id),
        }
      : {}),
  }
}

export const readProfile: UseCase<ProfileDeps, typeof profileApi.read> = async (app, { who }) => ({
  profile: await viewProfile(app, app.db.request, who.id),
})
