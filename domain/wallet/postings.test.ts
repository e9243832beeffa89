import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refundFailed, refundToCard } from '../payments/payment-postings.ts'
import type { Posting } from './ledger-entry.ts'
import * as make from './postings.ts'
import { walletHistory } from './wallet-history.ts'

const on = (posting: Posting, account: string, holder: string | null = null): number =>
  posting.entries.filter((e) => e.account === account && e.holder === holder).reduce((sum, e) => sum + e.amount, 0)

const paid = {
  bookingId: 'B',
  driver: 'D',
  customer: 'R',
  driverShare: 80,
  convenienceFees: 20,
  wallet: 0,
  card: 0,
  cash: 0,
  discount: 0,
  writtenOff: 0,
  surplus: 0,
}

describe('settlement [design/money-14]', () => {
  test('cash: debits the driver the cash and credits the share [booking-17]', () => {
    const posting = make.settlement({ ...paid, cash: 100 })
    expect(posting.entries.filter((e) => e.account === 'wallet').map((e) => e.amount)).toEqual([-100, 80])
    expect(on(posting, 'revenue')).toBe(20)
    expect(posting).toMatchObject({ kind: 'settlement', bookingId: 'B' })
  })
  test('wallet: uses W and returns H − W', () => {
    const posting = make.settlement({ ...paid, wallet: 90, discount: 10, surplus: 30 })
    expect(on(posting, 'prepayments', 'B')).toBe(-120)
    expect(on(posting, 'wallet', 'R')).toBe(30)
    expect(on(posting, 'promo-expense')).toBe(-10)
  })
  test('posts a write-off as bad debt', () => {
    const posting = make.settlement({ ...paid, card: 60, writtenOff: 40 })
    expect(on(posting, 'bad-debt')).toBe(-40)
    expect(on(posting, 'prepayments', 'B')).toBe(-60)
    expect(on(posting, 'wallet', 'D')).toBe(80)
  })
  test('throws for parts that do not add up to the whole', () => {
    expect(() => make.settlement({ ...paid, cash: 99 })).toThrow(RangeError)
  })
})

const fee = make.chargeRider({
  kind: 'cancellation-fee',
  bookingId: 'B',
  rider: 'R',
  driver: 'D',
  toDriver: 5,
  toRevenue: 0,
  fromPrepayments: 2,
  balance: 1,
  guaranteed: false,
})
const debt = { id: 'd1', bookingId: 'B', rider: 'R', driver: 'D', rest: 2 }

test.each<[string, Posting]>([
  ['hold', make.hold('B', 'R', 5)],
  ['hold release', make.holdRelease('B', 'R', 5)],
  ['capture', make.capture('B', 'stripe', 5, 'p1')],
  ['refund', refundToCard({ bookingId: 'B', holder: 'B', provider: 'stripe', amount: 5, reference: 'p1' })],
  ['failed refund', refundFailed({ bookingId: 'B', holder: 'B', provider: 'stripe', amount: 5, reference: 'p1' }, 'R')],
  ['top-up', make.topUp('R', 'stripe', 5, 't1')],
  ['withdrawal asked', make.withdrawalAsked('D', 5, 'w1')],
  ['withdrawal paid', make.withdrawalPaid(5, 'w1')],
  ['withdrawal rejected', make.withdrawalRejected('D', 5, 'w1')],
  ['cancellation fee', fee[0]!],
  ['debt', fee[1]!],
  ['debt collected', make.debtCollected(debt, 2)],
  ['debt written off', make.debtWrittenOff(debt)],
  ['referral', make.referralBonus('R', 5, 'R2')],
  ['admin credit', make.adminCredit('R', 5)],
  ['admin credit for cash', make.adminCredit('R', 5, true)],
])('%s sums to zero, has no entry of 0, and its reversal negates it [design/money-9]', (_, posting) => {
  const sum = (p: Posting) => p.entries.reduce((total, e) => total + e.amount, 0)
  expect(sum(posting)).toBe(0)
  expect(posting.entries.length).toBeGreaterThan(1)
  expect(posting.entries.every((e) => e.amount !== 0)).toBe(true)
  // [design/money-10]: exactly these accounts have a holder
  for (const { account, holder } of posting.entries)
    expect(holder !== null).toBe(
      ['wallet', 'prepayments', 'gateway-clearing', 'receivable', 'pending-fees'].includes(account),
    )
  const back = make.reversal(posting, 'tx')
  expect(back.entries.map((e, i) => e.amount + (posting.entries[i]?.amount ?? 0))).toEqual(posting.entries.map(() => 0))
})

test('property: any split of G settles to zero and leaves no prepayment [invariants-M16]', () => {
  const part = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(
      part,
      part,
      part,
      part,
      part,
      part,
      fc.nat(100),
      (wallet, card, cash, discount, off, surplus, percent) => {
        const total = wallet + card + cash + discount + off
        const convenienceFees = Math.floor((total * percent) / 100)
        const settled = make.settlement({
          ...paid,
          wallet,
          card,
          cash,
          discount,
          writtenOff: off,
          surplus,
          convenienceFees,
          driverShare: total - convenienceFees,
        })
        expect(settled.entries.reduce((sum, e) => sum + e.amount, 0)).toBe(0)
        expect(on(settled, 'prepayments', 'B') + wallet + card + surplus).toBe(0)
      },
    ),
  )
})

test('walletHistory: Credit, Debit, Withdraw with amount, date and txRef [wallet-1]; admin credits AdminCredit [wallet-9] [design/money-28]', () => {
  const entry = { id: 3, at: 7, transactionId: 'tx', bookingId: null, reference: null }
  const rows = walletHistory(
    [
      { ...entry, kind: 'settlement', amount: 8000, bookingId: 'B' },
      { ...entry, kind: 'settlement', amount: -10000, bookingId: 'B' },
      { ...entry, kind: 'withdrawal', amount: -500, reference: 'w1' },
      { ...entry, kind: 'withdrawal-rejected', amount: 500, reference: 'w1' },
      { ...entry, kind: 'admin-credit', amount: 100 },
      { ...entry, kind: 'referral', amount: 100, reference: 'somebody' },
      { ...entry, kind: 'opening', amount: 100 },
    ],
    2,
  )
  expect(rows.map(({ type, amount, date, txRef }) => ({ type, amount, date, txRef }))).toEqual([
    { type: 'Credit', amount: 80, date: 7, txRef: 'B' },
    { type: 'Debit', amount: 100, date: 7, txRef: 'B' },
    { type: 'Withdraw', amount: 5, date: 7, txRef: 'w1' },
    { type: 'Credit', amount: 5, date: 7, txRef: 'w1' },
    { type: 'Credit', amount: 1, date: 7, txRef: 'AdminCredit' },
    { type: 'Credit', amount: 1, date: 7, txRef: 'ReferralBonus' },
    { type: 'Credit', amount: 1, date: 7, txRef: 'tx' },
  ])
  expect(rows[0]).toMatchObject({ id: '3', kind: 'settlement', bookingId: 'B' })
})
