import type { Settings } from '../backoffice/settings.ts'
import { exponentOf } from '../kit/currency.ts'
import { toMinor, type Minor } from '../kit/money.ts'

export type DebtSettings = Pick<Settings, 'negativeBalance' | 'driverDebtLimit' | 'code'>

/**
 * With `negativeBalance` off a driver may owe up to `driverDebtLimit`; one who owes more gets no trips
 * [design/money-22].
 */
export const owesTooMuch = (balance: Minor, { negativeBalance, driverDebtLimit, code }: DebtSettings): boolean =>
  !negativeBalance && balance < -toMinor(driverDebtLimit, exponentOf(code))
