import type { Role } from '@remis/domain/kit/endpoint'
import type { WalletHistoryRow } from '@remis/domain/wallet/wallet-api'
import { historyText } from '../booking-parts/history-text.ts'

/** One line of the history: an entry, or a rider's entries of one ride together. */
export interface HistoryLine {
  readonly id: string
  readonly text: ReturnType<typeof historyText> | 'wallet_ride' | 'wallet_ride_cancelled'
  /** of a line of one entry its type; of a ride whether money came or went */
  readonly type: WalletHistoryRow['type']
  /** major units; below 0: paid */
  readonly amount: number
  readonly date: number
  readonly bookingId: string | null
  /** newest first; one: the line is this entry */
  readonly parts: readonly WalletHistoryRow[]
}

/** What a ride holds and gives back reads as one price. */
const ofRide = new Set(['hold', 'hold-release', 'settlement'])

const signed = ({ type, amount }: WalletHistoryRow): number => (type === 'Credit' ? amount : -amount)

/**
 * The history as its reader understands it, newest first: a rider's hold and what was given back of it are one line
 * "Ride". A ride with a released hold was cancelled.
 */
export const historyLines = (rows: readonly WalletHistoryRow[], role: Role): HistoryLine[] => {
  const byRide = new Map<string, WalletHistoryRow[]>()
  const groups: WalletHistoryRow[][] = []
  for (const row of rows) {
    const joins = role === 'rider' && row.bookingId !== null && ofRide.has(row.kind)
    const known = joins ? byRide.get(row.bookingId ?? '') : undefined
    if (known !== undefined) {
      known.push(row)
      continue
    }
    const group = [row]
    groups.push(group)
    if (joins) byRide.set(row.bookingId ?? '', group)
  }
  return groups.map((parts) => lineOf(parts, role))
}

const lineOf = (parts: readonly WalletHistoryRow[], role: Role): HistoryLine => {
  const [newest] = parts
  if (newest === undefined) throw new RangeError('a line without an entry')
  const { id, date, bookingId } = newest
  const held = role === 'rider' && parts.some(({ kind }) => kind === 'hold')
  const released = role === 'rider' && parts.some(({ kind }) => kind === 'hold-release')
  const text = released ? 'wallet_ride_cancelled' : held ? 'wallet_ride' : historyText(newest, role)
  const amount = parts.reduce((sum, part) => sum + signed(part), 0)
  const type = parts.length === 1 ? newest.type : amount > 0 ? 'Credit' : 'Debit'
  return { id, text, type, amount, date, bookingId, parts }
}
