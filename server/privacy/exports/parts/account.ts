import { maskedAccount } from '@remis/domain/wallet/masked-account'
import type { PrivacyDeps } from '../../privacy-deps.ts'
import { everyone, major, one, pictureName, type Owner, type Part } from './part.ts'

const readAccount = async ({ db: { lists } }: PrivacyDeps, { id, code }: Owner) => {
  const row = await lists
    .selectFrom('users')
    .leftJoin('car_types', 'car_types.id', 'users.car_type_id')
    .leftJoin('wallets', 'wallets.user_id', 'users.id')
    .leftJoin('driver_applications as sent', 'sent.driver_id', 'users.id')
    .selectAll('users')
    .select(['car_types.name as car_type', 'wallets.balance'])
    .select(['sent.state as sent_state', 'sent.sent_at', 'sent.decided_at', 'sent.reason as refusal', 'sent.appeal'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow()
  return [
    {
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      mobile: row.mobile,
      usertype: row.usertype,
      referralId: row.referral_id,
      loginType: row.login_type,
      createdAt: row.created_at,
      emailVerifiedAt: row.email_verified_at,
      mobileVerifiedAt: row.mobile_verified_at,
      language: row.language,
      mutedNotices: row.muted_notices,
      profile_image: row.profile_image,
      walletBalance: major(row.balance ?? 0, code),
      rating: row.rating_average,
      carType: row.car_type,
      vehicleMake: row.vehicle_make,
      vehicleModel: row.vehicle_model,
      vehicleNumber: row.vehicle_number,
      otherInfo: row.other_info,
      licenseImage: row.license_image,
      application: row.sent_state && {
        state: row.sent_state,
        sentAt: row.sent_at,
        decidedAt: row.decided_at,
        reason: row.refusal,
        appeal: row.appeal,
      },
      bankName: row.bank_name,
      bankCode: row.bank_code,
      bankAccount: maskedAccount(row.bank_account),
    },
  ]
}

export const account: Part = {
  name: 'account',
  columns: {
    firstName: 'text',
    lastName: 'text',
    email: 'text',
    mobile: 'text',
    referralId: 'text',
    createdAt: 'time',
    walletBalance: 'money',
    carType: 'text',
    vehicleNumber: 'text',
    bankName: 'text',
    bankAccount: 'text',
  },
  appliesTo: everyone,
  pages: (app, owner) => one(readAccount(app, owner)),
}

const listDocuments = async ({ db }: PrivacyDeps, { id }: Owner) =>
  (
    await db.lists
      .selectFrom('driver_documents')
      .selectAll()
      .where('driver_id', '=', id)
      .orderBy('submitted_at')
      .execute()
  ).map((row) => ({
    submittedAt: row.submitted_at,
    kind: row.kind,
    state: row.state,
    expiresOn: row.expires_on,
    decidedAt: row.decided_at,
    reason: row.reason,
    picture: pictureName(row.file_id),
  }))

export const documents: Part = {
  name: 'documents',
  columns: {
    submittedAt: 'time',
    kind: 'document',
    state: 'document',
    expiresOn: 'text',
    reason: 'text',
    picture: 'text',
  },
  appliesTo: ({ role, held }) => role === 'driver' || held.documents,
  pages: (app, owner) => one(listDocuments(app, owner)),
}
