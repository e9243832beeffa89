import { expect, test } from 'vitest'
import { historyText } from './history-text.ts'

test('the payment of a debt is no cancellation fee: it may be of a correction or of a return [design/money-34]', () => {
  expect(historyText({ kind: 'debt-collected', type: 'Debit' }, 'rider')).toBe('wallet_kind_debt')
  expect(historyText({ kind: 'debt-collected', type: 'Credit' }, 'driver')).toBe('wallet_kind_rider_owed')
  expect(historyText({ kind: 'debt', type: 'Credit' }, 'driver')).toBe('wallet_kind_rider_owed')
})

test('a driver who paid a debt from an earlier time as a rider reads that it was paid', () => {
  expect(historyText({ kind: 'debt-collected', type: 'Debit' }, 'driver')).toBe('wallet_kind_debt')
})
