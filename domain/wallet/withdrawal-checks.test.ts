import { expect, test } from 'vitest'
import {
  checkWithdrawal,
  leftOutOfPayout,
  mayWithdraw,
  withdrawable,
  withdrawableOf,
  type WithdrawalQuery,
} from './withdrawal-checks.ts'

const bank = { bankName: 'Bank', bankCode: '1', bankAccount: '2' }
const none = { bankName: null, bankCode: null, bankAccount: null }
const off = { RiderWithDraw: false, bank_fields: false, decimal: 2, minWithdrawal: 0 }
const query: WithdrawalQuery = { role: 'driver', amount: 10, free: 100, bank: none, exponent: 2, settings: off }

test.each<[string, Partial<WithdrawalQuery>, string | undefined]>([
  ['allows a driver', {}, undefined],
  ['refuses a rider without RiderWithDraw', { role: 'rider' }, 'withdrawal_not_allowed'],
  ['allows a rider with RiderWithDraw', { role: 'rider', settings: { ...off, RiderWithDraw: true } }, undefined],
  ['refuses an admin', { role: 'admin', settings: { ...off, RiderWithDraw: true } }, 'withdrawal_not_allowed'],
  ['refuses an amount of 0', { amount: 0 }, 'withdrawal_amount_invalid'],
  ['refuses an amount below 0', { amount: -1 }, 'withdrawal_amount_invalid'],
  ['refuses less than the smallest coin', { amount: 0.001 }, 'decimal_too_many'],
  ['refuses a fraction of a coin', { amount: 10.005 }, 'decimal_too_many'],
  ['accepts cents', { amount: 10.07 }, undefined],
  ['refuses cents where amounts have none', { amount: 10.07, settings: { ...off, decimal: 0 } }, 'decimal_too_many'],
  ['accepts cents of all that is left', { amount: 10.07, free: 10.07, settings: { ...off, decimal: 0 } }, undefined],
  ['refuses a fraction of a coin also then', { amount: 10.075, free: 10.075 }, 'decimal_too_many'],
  ['refuses less than the minimum', { amount: 9.99, settings: { ...off, minWithdrawal: 10 } }, 'withdrawal_too_small'],
  ['accepts the least amount', { settings: { ...off, minWithdrawal: 10 } }, undefined],
  ['refuses cents of a currency without decimals', { amount: 10.5, exponent: 0 }, 'decimal_too_many'],
  [
    'refuses missing bank details while bank_fields is on',
    { settings: { ...off, bank_fields: true } },
    'bank_details_missing',
  ],
  [
    'refuses a blank bank detail',
    { settings: { ...off, bank_fields: true }, bank: { ...bank, bankCode: ' ' } },
    'bank_details_missing',
  ],
  ['accepts complete bank details', { settings: { ...off, bank_fields: true }, bank }, undefined],
])('checkWithdrawal [design/money-29]: %s', (_, more, key) => {
  expect(checkWithdrawal({ ...query, ...more })?.key).toBe(key)
})

test('mayWithdraw depends on role and RiderWithDraw', () => {
  expect(mayWithdraw('fleetadmin', { RiderWithDraw: true })).toBe(false)
  expect(mayWithdraw('rider', { RiderWithDraw: true })).toBe(true)
})

test.each([
  ['the balance', 170, 0, 170],
  ['the balance less what waits', 170, 120, 50],
  ['nothing where more waits than there is', 5, 120, 0],
  ['nothing below zero', -10, 0, 0],
])('withdrawable is %s [design/privacy-21]', (_, balance, withheld, free) => {
  expect(withdrawable({ balance, withheld })).toBe(free)
})

test('withdrawableOf has no error of doubles', () => {
  expect(withdrawableOf({ balance: 100.3, withheld: 50.1, currency: 'USD' })).toBe(50.2)
})

test.each<[string, Partial<Parameters<typeof leftOutOfPayout>[0]>, 'csv' | 'sepa', string | null]>([
  ['pays an open one', {}, 'csv', null],
  ['leaves out what has ended', { isOpen: false }, 'csv', 'settled'],
  ['leaves out one to a new bank account', { notBefore: 1001 }, 'csv', 'waits'],
  ['pays it when the wait is over', { notBefore: 1000 }, 'csv', null],
  ['pays any account by the table', { bankAccount: '12345' }, 'csv', null],
  ['pays an IBAN by SEPA', { bankAccount: 'DE89 3704 0044 0532 0130 00' }, 'sepa', null],
  ['leaves out another account by SEPA', { bankAccount: '12345' }, 'sepa', 'iban'],
  ['leaves out one without an account by SEPA', { bankAccount: null }, 'sepa', 'iban'],
  ['leaves an account that is not shown to the server', { bankAccount: undefined }, 'sepa', null],
])('a payout %s [design/money-51]', (_, part, file, because) => {
  expect(leftOutOfPayout({ isOpen: true, notBefore: null, bankAccount: null, ...part }, file, 1000)).toBe(because)
})
