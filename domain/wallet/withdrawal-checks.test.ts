import { expect, test } from 'vitest'
import { checkWithdrawal, mayWithdraw, type WithdrawalQuery } from './withdrawal-checks.ts'

const bank = { bankName: 'Bank', bankCode: '1', bankAccount: '2' }
const none = { bankName: null, bankCode: null, bankAccount: null }
const off = { RiderWithDraw: false, bank_fields: false }
const ask: WithdrawalQuery = { role: 'driver', amount: 10, bank: none, exponent: 2, settings: off }

test.each<[string, Partial<WithdrawalQuery>, string | undefined]>([
  ['a driver always', {}, undefined],
  ['a rider not without RiderWithDraw', { role: 'rider' }, 'withdrawal_not_allowed'],
  ['a rider with it', { role: 'rider', settings: { ...off, RiderWithDraw: true } }, undefined],
  ['an admin never', { role: 'admin', settings: { ...off, RiderWithDraw: true } }, 'withdrawal_not_allowed'],
  ['nothing', { amount: 0 }, 'withdrawal_amount_invalid'],
  ['less than nothing', { amount: -1 }, 'withdrawal_amount_invalid'],
  ['less than the smallest coin', { amount: 0.001 }, 'withdrawal_amount_invalid'],
  ['a part of a coin', { amount: 10.005 }, 'withdrawal_amount_invalid'],
  ['cents', { amount: 10.07 }, undefined],
  ['cents of a currency without', { amount: 10.5, exponent: 0 }, 'withdrawal_amount_invalid'],
  ['no bank details while bank_fields is on', { settings: { ...off, bank_fields: true } }, 'bank_details_missing'],
  [
    'one of them missing',
    { settings: { ...off, bank_fields: true }, bank: { ...bank, bankCode: ' ' } },
    'bank_details_missing',
  ],
  ['all of them', { settings: { ...off, bank_fields: true }, bank }, undefined],
])('design §7 Withdrawal: %s', (_, more, key) => {
  expect(checkWithdrawal({ ...ask, ...more })?.key).toBe(key)
})

test('design §7: who may be paid out', () => {
  expect(mayWithdraw('fleetadmin', { RiderWithDraw: true })).toBe(false)
  expect(mayWithdraw('rider', { RiderWithDraw: true })).toBe(true)
})
