import { toMajor, toMinor } from '../kit/money.ts'
import type { Fare } from './tariff.ts'

type Lines = Fare['lines']

/**
 * A fare's lines as they are shown with so many decimals, adding up to `total` (major units): the fee half up, as it is
 * taken; the others down, but those that lose the most thereby up (largest remainder). Lines that are off by more than
 * their rounding, as those of a fare that was rounded to fewer decimals than are shown now, are rounded one by one.
 */
export const shownLines = (lines: Lines, total: number, decimals: number): Lines => {
  const { fee, ...others } = lines
  const shownFee = toMinor(fee, decimals)
  const parts = Object.entries(others).map(([name, amount]) => {
    // Without what doubles add in the last places: 0.1 + 0.2 is 0.3.
    const exact = Number((amount * 10 ** decimals).toPrecision(14))
    return { name, whole: Math.floor(exact), lost: exact % 1 }
  })
  const missing = toMinor(total, decimals) - shownFee - parts.reduce((sum, { whole }) => sum + whole, 0)
  const cut = parts.filter(({ lost }) => lost > 0).toSorted((a, b) => b.lost - a.lost)
  const raised = missing >= 0 && missing <= cut.length ? cut.slice(0, missing) : cut.filter(({ lost }) => lost >= 0.5)
  const shown = parts.map((part) => [part.name, toMajor(part.whole + (raised.includes(part) ? 1 : 0), decimals)])
  return { ...(Object.fromEntries(shown) as Omit<Lines, 'fee'>), fee: toMajor(shownFee, decimals) }
}
