import type { PersonRow, PersonView } from '@remis/domain/people/people-api'
import { maskedAccount } from '@remis/domain/wallet/masked-account'
import type { Role } from '@remis/domain/kit/endpoint'
import type { PersonListRow, WholePerson } from './people-list-store.ts'

/** The viewer, and whether demo mode hides contacts. */
export interface OfficeViewer {
  readonly role: Role
  readonly demo: boolean
}

/** An email or mobile in a people table [people-15] [people-17]. */
export const tableContact = (contact: string | null, demo: boolean): string | null =>
  contact !== null && demo ? 'Hidden for Demo' : contact

interface Beside {
  /** major units; for admins */
  readonly balance: number
  /** major units; for admins */
  readonly owed: number
  /** of a fleet admin */
  readonly drivers: number
}

/**
 * A row of a people table. A fleet admin sees its own drivers without their wallet and without any other name
 * [design/people-10].
 */
export const viewPersonRow = (
  row: PersonListRow,
  { role, demo }: OfficeViewer,
  { balance, owed, drivers }: Beside,
): PersonRow => ({
  id: row.id,
  usertype: row.usertype,
  firstName: row.first_name,
  lastName: row.last_name,
  email: tableContact(row.email, demo),
  mobile: tableContact(row.mobile, demo),
  profile_image: row.profile_image,
  state: row.state,
  approved: row.approved,
  version: row.edit_version,
  createdAt: row.created_at,
  createdByAdmin: row.created_by_admin,
  erased: row.erased_at !== null,
  ...(role === 'admin' && (row.usertype === 'rider' || row.usertype === 'driver') ? { walletBalance: balance } : {}),
  ...(role === 'admin' && row.usertype === 'rider' ? { owed } : {}),
  ...(row.usertype === 'driver' ? driverPart(row, role) : {}),
  ...(row.usertype === 'fleetadmin' ? { drivers } : {}),
})

const driverPart = (row: PersonListRow, role: Role): Partial<PersonRow> => ({
  carType: row.car_type,
  vehicleMake: row.vehicle_make,
  vehicleModel: row.vehicle_model,
  vehicleNumber: row.vehicle_number,
  driverActiveStatus: row.driver_active_status,
  queue: row.queue,
  ratings: { userrating: row.rating_average, count: row.rating_count },
  fleetadmin: row.fleetadmin,
  ...(role === 'admin' ? { fleetName: row.fleet_name } : {}),
})

/** Only of the person's page. */
interface BesidePage extends Beside {
  /** `MobileLoginEnabled` */
  readonly phoneSignsIn: boolean
  readonly trip: string | null
  readonly referrals: NonNullable<PersonView['referrals']>
}

/** Added by the office, can be mailed, and has no way to sign in yet [design/accounts-129] [design/accounts-153]. */
export const awaitsPassword = (
  row: Pick<WholePerson, 'created_by_admin' | 'email' | 'deleted_at' | 'has_way_in' | 'mobile' | 'mobile_verified_at'>,
  phoneSignsIn: boolean,
): boolean => {
  const hasPhone = row.mobile !== null && row.mobile_verified_at !== null
  const signsIn = row.has_way_in || (phoneSignsIn && hasPhone)
  return row.created_by_admin && row.email !== null && row.deleted_at === null && !signsIn
}

/** A person's page. Bank details, wallet and everyone else's name are for admins. */
export const viewWholePerson = (row: WholePerson, viewer: OfficeViewer, beside: BesidePage): PersonView => ({
  ...viewPersonRow(row, viewer, beside),
  uid: row.id,
  loginType: row.login_type,
  referralId: row.referral_id,
  language: row.language,
  userPlatform: row.user_platform,
  awaitsPassword: awaitsPassword(row, beside.phoneSignsIn),
  emailVerified: row.email_verified_at !== null,
  mobileVerified: row.mobile_verified_at !== null,
  suspension:
    row.suspended_at === null || !row.suspended_now
      ? null
      : {
          reason: row.suspension_reason ?? '',
          since: row.suspended_at,
          until: row.suspended_until,
          atOnce: row.suspended_at_once,
          waits: row.on_trip,
          ...(viewer.role === 'admin' ? { by: row.suspended_by_name } : {}),
        },
  deletedAt: row.deleted_at,
  trip: beside.trip,
  ...(row.usertype === 'driver'
    ? { carTypeId: row.car_type_id, other_info: row.other_info, licenseImage: row.license_image }
    : {}),
  ...(viewer.role === 'admin' ? forAdmins(row, beside) : {}),
})

const forAdmins = (row: WholePerson, { referrals }: BesidePage): Partial<PersonView> => ({
  bankName: row.bank_name,
  bankCode: row.bank_code,
  bankAccount: maskedAccount(row.bank_account),
  signupViaReferral: row.signup_via_referral,
  referrerName: row.referrer_name,
  deletionDueAt: row.deletion_due,
  referrals,
})
