import type { Settings } from '../backoffice/settings.ts'
import type { Fault } from '../kit/check.ts'
import { isAmount, toMinor, type Minor } from '../kit/money.ts'

export interface CreditEntry {
  /** undefined: no user is chosen */
  readonly user: string | undefined
  /** major units; undefined: nothing is entered, which counts as 0 */
  readonly amount: number | undefined
  readonly reason: string
}

type CreditSettings = Pick<Settings, 'decimal' | 'creditLimit' | 'creditApprovalAbove'>

/** For a screen: the server alone knows the limits and checks them. */
export const noCreditLimits = { creditLimit: 0, creditApprovalAbove: 0 } as const

/**
 * The first fault of a credit: a user and an amount above 0 [wallet-8], the decimals of the settings, the limit, a
 * reason. `exponent`: ISO 4217, of the installation's currency.
 */
export const checkCredit = (
  { user, amount = 0, reason }: CreditEntry,
  { exponent, settings }: { readonly exponent: number; readonly settings: CreditSettings },
): Fault | null => {
  if (user === undefined) return { key: 'no_details_error', field: 'user' }
  if (!(amount > 0)) return { key: 'no_details_error', field: 'amount' }
  if (!isAmount(amount, { decimal: settings.decimal, exponent })) return { key: 'decimal_too_many', field: 'amount' }
  if (settings.creditLimit > 0 && amount > settings.creditLimit) return { key: 'credit_too_large', field: 'amount' }
  return reason.trim() === '' ? { key: 'reason_missing', field: 'reason' } : null
}

/** The credits of one admin to one wallet within these hours count together: a large one cannot be split. */
export const creditHours = 24

/**
 * Whether a second admin must agree. `amount` in major units; `before`: what this admin alone has credited to the
 * wallet in the last 24 hours, in minor units, in which both are added up.
 */
export const needsApproval = (
  amount: number,
  before: Minor,
  { creditApprovalAbove }: Pick<CreditSettings, 'creditApprovalAbove'>,
  exponent: number,
): boolean => creditApprovalAbove > 0 && toMinor(amount, exponent) + before > toMinor(creditApprovalAbove, exponent)
