import type { Settings } from '../backoffice/settings.ts'
import type { Fault } from '../kit/check.ts'
import type { Role } from '../kit/endpoint.ts'
import { toMajor, toMinor } from '../kit/money.ts'
import { isMasked } from './masked-account.ts'

/** design §7: a driver, or a rider with RiderWithDraw. */
export const mayWithdraw = (role: Role, settings: Pick<Settings, 'RiderWithDraw'>): boolean =>
  role === 'driver' || (role === 'rider' && settings.RiderWithDraw)

export interface BankDetails {
  readonly bankName: string | null
  readonly bankCode: string | null
  readonly bankAccount: string | null
}

const filled = (value: string | null): boolean => value !== null && /\S/.test(value)

/** spec 1 §5: bank name, bank code and bank account are required where they are shown. */
export const bankComplete = ({ bankName, bankCode, bankAccount }: BankDetails): boolean =>
  filled(bankName) && filled(bankCode) && filled(bankAccount)

export interface WithdrawalQuery {
  readonly role: Role
  /** major units */
  readonly amount: number
  readonly bank: BankDetails
  /** ISO 4217 exponent of the installation's currency */
  readonly exponent: number
  readonly settings: Pick<Settings, 'RiderWithDraw' | 'bank_fields'>
}

/**
 * What is wrong with a wish for money, in this order: who may ask, an amount above 0 that the currency has, the bank
 * details while bank_fields is on. Whether the wallet holds it is judged under its lock, on the server.
 */
export const checkWithdrawal = ({ role, amount, bank, exponent, settings }: WithdrawalQuery): Fault | null => {
  if (!mayWithdraw(role, settings)) return { key: 'withdrawal_not_allowed' }
  if (!(amount > 0) || toMajor(toMinor(amount, exponent), exponent) !== amount)
    return { key: 'withdrawal_amount_invalid', field: 'amount' }
  if (settings.bank_fields && (!bankComplete(bank) || isMasked(bank.bankAccount)))
    return { key: 'bank_details_missing', field: 'bankAccount' }
  return null
}
