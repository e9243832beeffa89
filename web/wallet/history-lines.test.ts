import type { WalletHistoryRow } from '@remis/domain/wallet/wallet-api'
import { describe, expect, test } from 'vitest'
import { historyLines } from './history-lines.ts'

let n = 0
const row = (
  kind: string,
  type: WalletHistoryRow['type'],
  amount: number,
  bookingId: string | null = 'B',
): WalletHistoryRow => ({
  id: String(++n),
  kind,
  type,
  amount,
  date: 1000 - n,
  txRef: 'reference',
  bookingId,
})
const shown = (...parameters: Parameters<typeof historyLines>) =>
  historyLines(...parameters).map(({ text, amount, parts }) => [text, amount, parts.length])

describe('the wallet history as a rider reads it (walkthrough 32)', () => {
  test('hold and surplus are one line with the price of the ride', () => {
    expect(shown([row('settlement', 'Credit', 47), row('hold', 'Debit', 311)], 'rider')).toEqual([
      ['wallet_ride', -264, 2],
    ])
  })
  test('a ride without surplus is the same line', () => {
    expect(shown([row('hold', 'Debit', 311)], 'rider')).toEqual([['wallet_ride', -311, 1]])
  })
  test('a ride above its hold: both holds', () => {
    expect(shown([row('hold', 'Debit', 20), row('hold', 'Debit', 311)], 'rider')).toEqual([['wallet_ride', -331, 2]])
  })
  test('a cancelled ride says so and shows what it cost', () => {
    expect(shown([row('hold-release', 'Credit', 231), row('hold', 'Debit', 311)], 'rider')).toEqual([
      ['wallet_ride_cancelled', -80, 2],
    ])
  })
  test('other rides and other entries stay between, at their place', () => {
    const rows = [
      row('settlement', 'Credit', 47, 'A'),
      row('top-up', 'Credit', 500, null),
      row('hold', 'Debit', 100, 'C'),
      row('hold', 'Debit', 311, 'A'),
    ]
    expect(shown(rows, 'rider')).toEqual([
      ['wallet_ride', -264, 2],
      ['wallet_kind_topup', 500, 1],
      ['wallet_ride', -100, 1],
    ])
  })
  test('a line has the type of its entry, a ride whether money came or went [wallet-1]', () => {
    const rows = [row('withdrawal', 'Withdraw', 50, null), row('settlement', 'Credit', 47), row('hold', 'Debit', 311)]
    expect(historyLines(rows, 'rider').map(({ type, amount }) => [type, amount])).toEqual([
      ['Withdraw', -50],
      ['Debit', -264],
    ])
  })
  test('a driver sees earnings and collected cash apart', () => {
    expect(shown([row('settlement', 'Credit', 80), row('settlement', 'Debit', 100)], 'driver')).toEqual([
      ['wallet_kind_share', 80, 1],
      ['wallet_kind_cash', -100, 1],
    ])
  })
})
