import { isEmail, isMobile } from '../accounts/registration-checks.ts'
import type { Fault } from '../kit/check.ts'
import type { Role } from '../kit/endpoint.ts'

interface Names {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
}

/** A person as the office enters one. */
export interface PersonEntry {
  readonly firstName: string
  readonly lastName: string
  readonly email?: string | undefined
  /** E.164 */
  readonly mobile?: string | undefined
}

/** The names of a new person, or those that an edit sends; email and mobile cannot be edited [people-13]. */
export const checkNames = ({ firstName, lastName }: Names): Fault | null => {
  if (firstName !== undefined && !/\S/.test(firstName)) return { key: 'proper_input_name', field: 'firstName' }
  if (lastName !== undefined && !/\S/.test(lastName)) return { key: 'proper_input_name', field: 'lastName' }
  return null
}

/**
 * Names, email, mobile, in the order of the registration. An account needs an email or a number: the office also adds
 * riders who only call [design/people-3]. Whether the person exists is asked afterwards [people-9].
 */
export const checkNewPerson = ({ firstName, lastName, email = '', mobile = '' }: PersonEntry): Fault | null => {
  const unnamed = checkNames({ firstName, lastName })
  if (unnamed !== null) return unnamed
  if (email === '' && mobile === '') return { key: 'email_or_mobile_issue', field: 'email' }
  if (email !== '' && !isEmail(email)) return { key: 'proper_email', field: 'email' }
  return mobile === '' || isMobile(mobile) ? null : { key: 'mobile_no_blank_error', field: 'mobile' }
}

/** What a rider recognises the car by, and its fares. */
export const vehicleFields = ['carTypeId', 'vehicleMake', 'vehicleModel', 'vehicleNumber'] as const

interface VehicleEdit {
  readonly editor: Role
  /** of the driver */
  readonly approved: boolean
  /** the setting */
  readonly driver_approval: boolean
}

/**
 * Whether only the office changes the vehicle: of an approved driver, while drivers need its approval. The approval is
 * for this vehicle, and a fleet must not approve another one [design/people-26].
 */
export const officeKeepsVehicle = ({ editor, approved, driver_approval }: VehicleEdit): boolean =>
  editor === 'fleetadmin' && approved && driver_approval

/** A suspension needs a reason, and an end, if any, that is still to come. `now`, `until`: ms. */
export const checkSuspension = (
  { reason, until }: { readonly reason: string; readonly until: number | null },
  now: number,
): Fault | null => {
  if (!/\S/.test(reason)) return { key: 'suspension_invalid', field: 'reason' }
  return until !== null && until <= now ? { key: 'suspension_invalid', field: 'until' } : null
}

/** The acting admin and the person concerned. */
interface Pair {
  readonly actor: string
  readonly person: { readonly id: string; readonly role: Role }
  /** other admins who can sign in */
  readonly otherAdmins: number
}

/**
 * No one deletes, demotes, suspends or disapproves themselves or the last admin able to sign in [design/people-9].
 */
export const checkMayLeave = ({ actor, person, otherAdmins }: Pair): Fault | null => {
  if (actor === person.id) return { key: 'not_yourself' }
  return person.role === 'admin' && otherAdmins === 0 ? { key: 'last_admin' } : null
}

/** What is left of a person's money; amounts in minor units. */
export interface MoneyLeft {
  readonly balance: number
  /** debts as a rider */
  readonly owed: number
  /** fees of a driver that riders have not paid yet */
  readonly pendingFees: boolean
  /** a payment with an unknown outcome, or a refund that has not ended or is left to the office */
  readonly openPayment: boolean
}

/**
 * Whether money of the old role would be lost in the new one: only riders and drivers have a wallet that they can use,
 * and only a driver's can be below zero, pay what a rider owes, and get fees later [design/people-8].
 */
export const strandsMoney = ({ balance, owed, pendingFees, openPayment }: MoneyLeft, to: Role): boolean => {
  const hasDebts = balance < 0 || owed > 0 || pendingFees
  return openPayment || (hasDebts && to !== 'driver') || (balance > 0 && to !== 'driver' && to !== 'rider')
}
