import { toMajor, toMinor } from '../kit/money.ts'
import type { Fare } from './tariff.ts'

type Lines = Fare['lines']

/**
 * The lines of a fare rounded to `decimals`, so that they add up to `total` (major units). The fee is rounded half up,
 * as it is charged. The others are rounded down, except those with the largest remainders. Lines that differ from the
 * total by more than their rounding (the fare was rounded to fewer decimals than are shown now) are rounded half up.
 */
export const shownLines = (lines: Lines, total: number, decimals: number): Lines => {
  const { fee, ...others } = lines
  const shownFee = toMinor(fee, decimals)
  const parts = Object.entries(others).map(([name, amount]) => {
    // 14 digits drop the error of doubles: 0.1 + 0.2 is 0.3.
    const exact = Number((amount * 10 ** decimals).toPrecision(14))
    return { name, whole: Math.floor(exact), lost: exact % 1 }
  })
  const missing = toMinor(total, decimals) - shownFee - parts.reduce((sum, { whole }) => sum + whole, 0)
  const cut = parts.filter(({ lost }) => lost > 0).toSorted((a, b) => b.lost - a.lost)
  const raised = missing >= 0 && missing <= cut.length ? cut.slice(0, missing) : cut.filter(({ lost }) => lost >= 0.5)
  const shown = parts.map((part) => [part.name, toMajor(part.whole + (raised.includes(part) ? 1 : 0), decimals)])
  return { ...(Object.fromEntries(shown) as Omit<Lines, 'fee'>), fee: toMajor(shownFee, decimals) }
}

/**
 * A total without parcel type and option: the trip with the whole fee, which is not shown separately [design/access-6].
 * Major units, rounded like the amounts beside it, so that the lines add up to the total.
 */
export const withoutExtras = (total: number, extras: readonly number[], decimals: number): number =>
  toMajor(
    extras.reduce((rest, extra) => rest - toMinor(extra, decimals), toMinor(total, decimals)),
    decimals,
  )
