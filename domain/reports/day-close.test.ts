import { describe, expect, it } from 'vitest'
import type { PostingSum } from '../wallet/trial-balance.ts'
import { differencesOf, movesOf, type DayRecords } from './day-close.ts'

/** A wallet trip of 100 with 10 left of its hold, and a cash trip of 50. */
const recorded: DayRecords = {
  rides: 2,
  tripCost: 150,
  driverShare: 135,
  convenienceFee: 15,
  discount: 0,
  wallet: 100,
  card: 0,
  cashWithDrivers: 50,
  cashInOffice: 0,
  writtenOff: 0,
  payouts: 0,
  refunds: 0,
}
const settled = (account: PostingSum['account'], credit: number, debit: number): PostingSum => ({
  kind: 'settlement',
  account,
  credit,
  debit,
})
const postings = [settled('prepayments', 0, -110), settled('wallet', 145, -50), settled('revenue', 15, 0)]

describe('the books of a day [design/money-63]', () => {
  it('equal what was recorded, with the unused part of a hold in the wallets', () => {
    expect(differencesOf(recorded, postings)).toEqual([])
  })

  it.each([
    [{ convenienceFee: 16 }, 'convenienceFee', 16, 15],
    [{ cashWithDrivers: 40 }, 'cashWithDrivers', 40, 50],
    [{ cashInOffice: 10 }, 'cashInOffice', 10, 0],
    [{ discount: 5 }, 'discount', 5, 0],
    [{ writtenOff: 1 }, 'writtenOff', 1, 0],
    [{ driverShare: 136 }, 'shareLessPrepaid', 36, 35],
    [{ wallet: 90 }, 'shareLessPrepaid', 45, 35],
    [{ payouts: 7 }, 'payouts', 7, 0],
    [{ refunds: 7 }, 'refunds', 7, 0],
  ] as const)('differ when %o is recorded', (change, check, wanted, posted) => {
    expect(differencesOf({ ...recorded, ...change }, postings)).toEqual([{ check, recorded: wanted, posted }])
  })

  it('differ when the entries do not sum to zero', () => {
    expect(differencesOf(recorded, [...postings, settled('bank', 1, 0)])).toEqual([
      { check: 'balance', recorded: 0, posted: 1 },
    ])
  })
})

it('refunds to cards are less those that failed later ([design/payments-100], [design/payments-115])', () => {
  const refund = (
    account: PostingSum['account'],
    credit: number,
    debit: number,
    kind: PostingSum['kind'] = 'refund',
  ): PostingSum => ({ kind, account, credit, debit })
  const moves = movesOf([refund('gateway-clearing', 100, -30), refund('wallet', 30, 0), refund('prepayments', 0, -100)])
  expect(moves).toMatchObject({ refundsToCard: 70, refundsToWallet: 30 })
  const paidTwice = [refund('gateway-clearing', 50, 0, 'debt'), refund('gateway-clearing', 0, -50)]
  expect(movesOf(paidTwice)).toMatchObject({ refundsToCard: 0 })
})
