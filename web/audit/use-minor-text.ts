import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { useSettings } from '../platform/api/settings.ts'
import { useFormat } from '../platform/use-format.ts'
import type { MinorText } from './entry-changes.ts'

/** Amounts of audit entries: as money of the operator, those of another currency as a number with its code. */
export const useMinorText = (): MinorText => {
  const format = useFormat()
  const code = useSettings()?.code ?? ''
  return (minor, currency = code) => {
    const amount = toMajor(minor, exponentOf(currency))
    return currency === code ? format.money(amount) : `${format.number(amount)} ${currency}`
  }
}
