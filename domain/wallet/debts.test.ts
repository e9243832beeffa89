import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paidTwiceFailed } from '../payments/payment-postings.ts'
import type { LedgerEntry, Posting } from './ledger-entry.ts'
import { chargeRider, collectDebts, collectOwnDebts, debtWrittenOff, type OpenDebt } from './postings.ts'

const charge = {
  kind: 'cancellation-fee',
  bookingId: 'B',
  rider: 'R',
  driver: 'D',
  toDriver: 100,
  toRevenue: 0,
  fromPrepayments: 0,
  balance: 0,
  guaranteed: false,
} as const

const entry = (account: LedgerEntry['account'], holder: string | null, amount: number) => ({ account, holder, amount })
const shown = (postings: readonly Posting[]) => postings.map(({ kind, entries }) => [kind, ...entries])

describe('a charge takes prepaid money, then the wallet down to zero, and the rest is a debt [design/money-20]', () => {
  test('the wallet covers it: no debt', () => {
    expect(shown(chargeRider({ ...charge, fromPrepayments: 30, balance: 70 }))).toEqual([
      ['cancellation-fee', entry('prepayments', 'B', -30), entry('wallet', 'R', -70), entry('wallet', 'D', 100)],
    ])
  })
  test('the wallet covers a part: the rest is pending for the driver', () => {
    expect(shown(chargeRider({ ...charge, balance: 40 }))).toEqual([
      ['cancellation-fee', entry('wallet', 'R', -40), entry('wallet', 'D', 40)],
      ['debt', entry('receivable', 'R', -60), entry('pending-fees', 'D', 60)],
    ])
  })
  test('an empty wallet: nothing but the debt', () => {
    expect(shown(chargeRider({ ...charge, balance: -5 }))).toEqual([
      ['debt', entry('receivable', 'R', -100), entry('pending-fees', 'D', 100)],
    ])
  })
  test('guaranteed: the driver is paid at once, and nothing is pending', () => {
    expect(shown(chargeRider({ ...charge, guaranteed: true }))).toEqual([
      ['debt', entry('receivable', 'R', -100), entry('wallet', 'D', 100)],
    ])
  })
  test('a correction pays the driver first, and the platform waits with another debt', () => {
    const postings = chargeRider({ ...charge, kind: 'correction', toDriver: 80, toRevenue: 20, balance: 90 })
    expect(shown(postings)).toEqual([
      ['correction', entry('wallet', 'R', -90), entry('wallet', 'D', 80), entry('revenue', null, 10)],
      ['debt', entry('receivable', 'R', -10), entry('revenue', null, 10)],
    ])
    expect(postings.map(({ bookingId, reference }) => [bookingId, reference])).toEqual([
      ['B', null],
      ['B', 'correction'],
    ])
  })
})

const open = (id: string, rest: number, driver: string | null = 'D'): OpenDebt => ({
  id,
  bookingId: 'B',
  rider: 'R',
  driver,
  rest,
})

describe('open debts [design/money-34]', () => {
  test('the oldest is collected first, the last one in part', () => {
    const collected = collectDebts(70, [open('1', 50), open('2', 50), open('3', 50)])
    expect(collected.map(({ reference, entries }) => [reference, entries[0]?.amount])).toEqual([
      ['1', -50],
      ['2', -20],
    ])
    expect(collected[1]).toMatchObject({ kind: 'debt-collected', reference: '2', bookingId: 'B' })
    expect(collected[1]?.entries).toEqual([
      entry('wallet', 'R', -20),
      entry('receivable', 'R', 20),
      entry('pending-fees', 'D', -20),
      entry('wallet', 'D', 20),
    ])
  })
  test('a debt to the platform has no pending side', () => {
    expect(collectDebts(70, [open('1', 50, null)])[0]?.entries).toEqual([
      entry('wallet', 'R', -50),
      entry('receivable', 'R', 50),
    ])
  })
  test('nothing is collected from an empty wallet', () => {
    expect(collectDebts(0, [open('1', 50)])).toEqual([])
    expect(collectDebts(-5, [open('1', 50)])).toEqual([])
  })
  test('a write-off ends the pending fee; a debt to the platform becomes bad debt', () => {
    expect(debtWrittenOff(open('1', 50)).entries).toEqual([
      entry('receivable', 'R', 50),
      entry('pending-fees', 'D', -50),
    ])
    expect(debtWrittenOff(open('1', 50, null)).entries).toEqual([
      entry('receivable', 'R', 50),
      entry('bad-debt', null, -50),
    ])
  })
})

test('property: no charge takes the wallet below zero, and the driver never has more than was collected', () => {
  const amount = fc.nat(10_000)
  fc.assert(
    fc.property(amount, amount, amount, amount, fc.boolean(), (toDriver, toRevenue, prepaid, balance, guaranteed) => {
      const fromPrepayments = Math.min(prepaid, toDriver + toRevenue)
      const postings = chargeRider({ ...charge, toDriver, toRevenue, fromPrepayments, balance, guaranteed })
      const of = (account: string, holder: string | null) =>
        postings
          .flatMap(({ entries }) => entries)
          .filter((one) => one.account === account && one.holder === holder)
          .reduce((sum, one) => sum + one.amount, 0)
      const collected = fromPrepayments - of('wallet', 'R')
      expect(balance + of('wallet', 'R')).toBeGreaterThanOrEqual(0)
      expect(collected - of('receivable', 'R')).toBe(toDriver + toRevenue)
      expect(of('wallet', 'D') + of('pending-fees', 'D')).toBe(toDriver)
      if (!guaranteed) expect(of('wallet', 'D')).toBeLessThanOrEqual(collected)
      if (of('receivable', 'R') !== 0) expect(balance + of('wallet', 'R')).toBe(0)
    }),
  )
})

describe('what is given back of a fare pays the debts of its booking first [design/money-82]', () => {
  const paid = (share: number, fee: number, ...debts: OpenDebt[]) =>
    collectOwnDebts({ share, fee }, debts).map(({ reference, entries }) => [
      reference,
      entries.find(({ account }) => account === 'receivable')?.amount,
    ])
  test('the driver’s part what is pending for the driver, the platform’s part the other debts', () => {
    expect(paid(17, 3, open('driver', 43), open('platform', 7, null))).toEqual([
      ['driver', 17],
      ['platform', 3],
    ])
  })
  test('then each part what is left of both; never more than is open, and nothing without debts', () => {
    expect(paid(0, 50, open('driver', 43), open('platform', 7, null))).toEqual([
      ['driver', 43],
      ['platform', 7],
    ])
    expect(paid(60, 10, open('first', 0), open('driver', 43), open('platform', 7, null))).toEqual([
      ['driver', 43],
      ['platform', 7],
    ])
    expect(paid(17, 3)).toEqual([])
  })
})

test.each([
  [
    'paid: the wallet has it again',
    { rest: 0, writtenOff: 0 },
    [['refund', entry('gateway-clearing', 'G', -100), entry('wallet', 'R', 100)]],
  ],
  [
    'open in part',
    { rest: 60, writtenOff: 0 },
    [
      ['refund', entry('gateway-clearing', 'G', -100), entry('wallet', 'R', 100)],
      ['debt-collected', entry('wallet', 'R', -60), entry('receivable', 'R', 60)],
    ],
  ],
  [
    'written off: only the company has it again',
    { rest: 0, writtenOff: 100 },
    [['refund', entry('gateway-clearing', 'G', -100), entry('bad-debt', null, 100)]],
  ],
  [
    'paid in part, the rest written off',
    { rest: 0, writtenOff: 70 },
    [['refund', entry('gateway-clearing', 'G', -100), entry('wallet', 'R', 30), entry('bad-debt', null, 70)]],
  ],
] as const)(
  'the debt of a refund that was paid twice and failed is taken back [design/payments-115]: %s',
  (_, debt, wanted) => {
    const facts = { bookingId: 'B', holder: 'B', provider: 'G', amount: 100, reference: 'refund' }
    const postings = paidTwiceFailed(facts, 'R', { ...open('d', debt.rest, null), ...debt })
    expect(shown(postings)).toEqual(wanted)
    expect(postings.map(({ reference }) => reference)).toEqual(['d-failed', 'd'].slice(0, postings.length))
  },
)
