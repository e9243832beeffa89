import { describe, expect, it } from 'vitest'
import { checkPeriod, statementParts, statementSums, type WalletSum } from './statement.ts'

describe('statements [design/money-65]', () => {
  it('opening balance and groups add up to the closing balance; cash is the debit of a settlement', () => {
    const sums: WalletSum[] = [
      { kind: 'settlement', amount: 900 },
      { kind: 'settlement', amount: -1000 },
      { kind: 'debt-collected', amount: 70 },
      { kind: 'withdrawal', amount: -300 },
      { kind: 'withdrawal-rejected', amount: 300 },
      { kind: 'carry-over', amount: 5 },
    ]
    const total = statementSums(sums, 500)
    expect(total).toMatchObject({ opening: 500, shares: 900, cash: -1000, cancellations: 70, payouts: 0, others: 5 })
    expect(statementParts.reduce((sum, part) => sum + total[part], total.opening)).toBe(total.closing)
  })

  it('trips for another fleet are in Other and in the balances [design/money-91]', () => {
    const sums: WalletSum[] = [
      { kind: 'settlement', elsewhere: true, amount: 900 },
      { kind: 'settlement', elsewhere: false, amount: 100 },
    ]
    expect(statementSums(sums, 500)).toMatchObject({ opening: 500, shares: 100, others: 900, closing: 1500 })
  })

  it('a period has at least a day and at most a leap year', () => {
    expect([0, 1, 366, 367].map(checkPeriod)).toEqual(['statement_period_order', null, null, 'statement_period_long'])
  })
})
