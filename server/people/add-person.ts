import type { SocialName } from '@remis/domain/accounts/social/social-routes'
import type { Role } from '@remis/domain/kit/endpoint'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import { reportWaiting } from '../platform/live/office-waiting.ts'
import { insertPerson } from './person-store.ts'

export interface NewPerson {
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  /** E.164 */
  readonly mobile: string | null
  readonly usertype: Role
  readonly referralId: string
  /** of mails to the person; null: the default one */
  readonly language?: string | null
  /** how the account was made; default email */
  readonly loginType?: 'email' | SocialName
  /** the referrer's id */
  readonly signupViaReferral?: string | null
  readonly approved: boolean
  readonly createdByAdmin?: boolean
  readonly bank?: { readonly name: string | null; readonly code: string | null; readonly account: string | null }
  readonly fleetadmin?: string | null
  readonly car?: {
    readonly carTypeId: string | null
    readonly make: string | null
    readonly model: string | null
    readonly number: string | null
    readonly otherInfo?: string | null
  }
}

/**
 * Creates the person of a new account. null when the email, the number or the referral code is taken by a live account.
 */
export const addPerson = async (tx: Tx, person: NewPerson): Promise<string | null> => {
  const row = await insertPerson(tx, {
    id: newId(),
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    mobile: person.mobile,
    usertype: person.usertype,
    language: person.language ?? null,
    referral_id: person.referralId,
    login_type: person.loginType ?? 'email',
    signup_via_referral: person.signupViaReferral ?? null,
    approved: person.approved,
    created_by_admin: person.createdByAdmin ?? false,
    bank_name: person.bank?.name ?? null,
    bank_code: person.bank?.code ?? null,
    bank_account: person.bank?.account ?? null,
    fleetadmin: person.fleetadmin ?? null,
    car_type_id: person.car?.carTypeId ?? null,
    vehicle_make: person.car?.make ?? null,
    vehicle_model: person.car?.model ?? null,
    vehicle_number: person.car?.number ?? null,
    other_info: person.car?.otherInfo ?? null,
  })
  if (row !== undefined && !person.approved) await reportWaiting(tx, 'drivers')
  return row?.id ?? null
}
