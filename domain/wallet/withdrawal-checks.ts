import type { Settings } from '../backoffice/settings.ts'
import type { Fault } from '../kit/check.ts'
import { exponentOf } from '../kit/currency.ts'
import type { Role } from '../kit/endpoint.ts'
import { isAmount, toMajor, toMinor, type Minor } from '../kit/money.ts'
import { isIban } from './iban.ts'
import { isMasked } from './masked-account.ts'
import type { LeftBecause } from './payouts-api.ts'
import type { bankFiles } from './wallet-routes.ts'

/** A driver, or a rider with RiderWithDraw [design/money-29]. */
export const mayWithdraw = (role: Role, settings: Pick<Settings, 'RiderWithDraw'>): boolean =>
  role === 'driver' || (role === 'rider' && settings.RiderWithDraw)

export interface BankDetails {
  readonly bankName: string | null
  readonly bankCode: string | null
  readonly bankAccount: string | null
}

const filled = (value: string | null): boolean => value !== null && /\S/.test(value)

/** Bank name, bank code and bank account are required where they are shown [accounts-30]. */
export const bankComplete = ({ bankName, bankCode, bankAccount }: BankDetails): boolean =>
  filled(bankName) && filled(bankCode) && filled(bankAccount)

export interface WithdrawalQuery {
  readonly role: Role
  /** major units */
  readonly amount: number
  /** what may be withdrawn in all, major units */
  readonly free: number
  readonly bank: BankDetails
  /** ISO 4217 exponent of the installation's currency */
  readonly exponent: number
  readonly settings: Pick<Settings, 'RiderWithDraw' | 'bank_fields' | 'decimal' | 'minWithdrawal'>
}

/**
 * The first fault of a withdrawal request, in this order: the role, an amount above 0 with the decimals of the
 * settings or all that is left, at least `minWithdrawal`, the bank details while bank_fields is on [design/money-29].
 * The server compares the balance under the wallet's lock.
 */
export const checkWithdrawal = ({ role, amount, free, bank, exponent, settings }: WithdrawalQuery): Fault | null => {
  if (!mayWithdraw(role, settings)) return { key: 'withdrawal_not_allowed' }
  if (!(amount > 0)) return { key: 'withdrawal_amount_invalid', field: 'amount' }
  // Amounts from before a change of `decimal` may have more decimals than new ones.
  const decimal = amount === free ? exponent : settings.decimal
  if (!isAmount(amount, { decimal, exponent })) return { key: 'decimal_too_many', field: 'amount' }
  if (amount < settings.minWithdrawal) return { key: 'withdrawal_too_small', field: 'amount' }
  if (settings.bank_fields && (!bankComplete(bank) || isMasked(bank.bankAccount)))
    return { key: 'bank_details_missing', field: 'bankAccount' }
  return null
}

/** What may be withdrawn: the balance without what still waits for the office [design/privacy-21], at least 0. */
export const withdrawable = ({ balance, withheld }: { readonly balance: Minor; readonly withheld: Minor }): Minor =>
  Math.max(0, balance - withheld)

/** The same of a wallet from the wire, in major units. */
export const withdrawableOf = ({
  balance,
  withheld,
  currency,
}: {
  readonly balance: number
  readonly withheld: number
  readonly currency: string
}): number => {
  const exponent = exponentOf(currency)
  const free = withdrawable({ balance: toMinor(balance, exponent), withheld: toMinor(withheld, exponent) })
  return toMajor(free, exponent)
}

interface Payable {
  readonly isOpen: boolean
  /** ms [design/money-47] */
  readonly notBefore: number | null
  /** undefined: not shown to the reader */
  readonly bankAccount: string | null | undefined
}

/** Why a payout leaves a withdrawal out; null: it pays it [design/money-51]. `now`: ms. */
export const leftOutOfPayout = (
  { isOpen, notBefore, bankAccount }: Payable,
  file: (typeof bankFiles)[number],
  now: number,
): LeftBecause | null => {
  if (!isOpen) return 'settled'
  if (notBefore !== null && notBefore > now) return 'waits'
  return file === 'sepa' && bankAccount !== undefined && !isIban(bankAccount ?? '') ? 'iban' : null
}
