import { expect, it } from 'vitest'
import { endsOfReview, type ReviewEnd, type ReviewFacts } from './payment-review.ts'
import { checkWalletCredit, type CreditFault } from './wallet-credit.ts'

const facts: ReviewFacts = {
  reason: 'no_payment_id',
  amount: 500,
  currency: 'UYU',
  reported: { amount: 500, currency: 'UYU' },
  test: false,
  isDisputed: false,
  noCredit: null,
}

const silent = { reason: 'refund_no_answer', reported: null } as const

it.each<[string, Partial<ReviewFacts>, ReviewEnd[]]>([
  ['the money of the attempt', {}, ['accept', 'refund', 'close']],
  ['less money', { reason: 'amount_differs', reported: { amount: 499, currency: 'UYU' } }, ['refund', 'close']],
  ['more money', { reason: 'amount_differs', reported: { amount: 501, currency: 'UYU' } }, ['refund', 'close']],
  ['another currency', { reason: 'amount_differs', reported: { amount: 500, currency: 'XTS' } }, ['close']],
  ['no amount', { reported: { amount: 0, currency: 'UYU' } }, ['close']],
  ['a silent gateway', { reason: 'no_answer', reported: null }, ['accept', 'close']],
  ['a test payment', { reason: 'test_payment', test: true }, ['close']],
  ['other money of an attempt that is paid', { reason: 'second_money' }, ['refund', 'close']],
  ['a refund about which the gateway is silent', silent, ['made', 'credit']],
  ['the same, whose money may not go to the wallet', { ...silent, noCredit: 'disputed' }, ['made', 'settled']],
  ['a refund that was refused', { reason: 'refund_refused', reported: null }, ['credit', 'settled']],
  ['a refund that failed later', { reason: 'refund_failed', reported: null }, ['credit', 'settled']],
  ['a refund of a payer without a wallet', { reason: 'refund_refused', noCredit: 'no-wallet' }, ['settled']],
  [
    'a refund of which the same admin asked for the credit',
    { reason: 'refund_failed', noCredit: 'own-ask' },
    ['settled'],
  ],
  ['a chargeback', { reason: 'charged_back', isDisputed: true }, ['won', 'lost']],
  ['money whose chargeback was lost', { isDisputed: true }, ['close']],
  ['money of another attempt', { reason: 'money_of_other' }, ['close']],
])('allowed ends of the review: %s ([design/payments-65], [design/payments-113])', (_case, change, ends) => {
  expect(endsOfReview({ ...facts, ...change })).toEqual(ends)
})

it.each<[string, boolean, boolean, CreditFault | null]>([
  ['of a payer with a wallet may', false, true, null],
  ['of a payer without one may not', false, false, 'no-wallet'],
  ['in a dispute may not', true, true, 'disputed'],
  ['in a dispute, without a wallet, may not', true, false, 'disputed'],
])('money of a payment %s go to the wallet [design/payments-111]', (_case, isDisputed, hasWallet, fault) => {
  expect(checkWalletCredit({ isDisputed, hasWallet })).toBe(fault)
})
