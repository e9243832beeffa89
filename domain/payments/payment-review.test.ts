import { expect, it } from 'vitest'
import { endsOfReview, type ReviewEnd, type ReviewFacts } from './payment-review.ts'

const facts: ReviewFacts = {
  reason: 'no_payment_id',
  amount: 500,
  currency: 'UYU',
  reported: { amount: 500, currency: 'UYU' },
  test: false,
}

it.each<[string, Partial<ReviewFacts>, ReviewEnd[]]>([
  ['the money of the attempt', {}, ['accept', 'refund', 'close']],
  ['less money', { reason: 'amount_differs', reported: { amount: 499, currency: 'UYU' } }, ['refund', 'close']],
  ['more money', { reason: 'amount_differs', reported: { amount: 501, currency: 'UYU' } }, ['refund', 'close']],
  ['another currency', { reason: 'amount_differs', reported: { amount: 500, currency: 'XTS' } }, ['close']],
  ['no amount', { reported: { amount: 0, currency: 'UYU' } }, ['close']],
  ['a silent gateway', { reason: 'no_answer', reported: null }, ['accept', 'close']],
  ['a test payment', { reason: 'test_payment', test: true }, ['close']],
  ['other money of an attempt that is paid', { reason: 'second_money' }, ['refund', 'close']],
  ['a refund about which the gateway is silent', { reason: 'refund_no_answer', reported: null }, ['made', 'credit']],
  ['a chargeback', { reason: 'charged_back' }, ['handled']],
  ['money of another attempt', { reason: 'money_of_other' }, ['close']],
])('%s may end so [design/payments-65]', (_case, change, ends) => {
  expect(endsOfReview({ ...facts, ...change })).toEqual(ends)
})
