import { checkCredit, noCreditLimits } from '@remis/domain/wallet/credit-checks'
import { expect, it } from 'vitest'
import { textAt } from './CreditForm.tsx'

const faultOf = (user: string | undefined, amount: number | undefined, reason = 'Gift') =>
  checkCredit({ user, amount, reason }, { exponent: 2, settings: { decimal: 2, ...noCreditLimits } })

it('without a user or an amount the message is no_details_error, and the field says which is missing [wallet-8]', () => {
  const [user, amount] = [faultOf(undefined, 300), faultOf('u1', 0)]
  expect([user?.key, amount?.key]).toEqual(['no_details_error', 'no_details_error'])
  expect([user && textAt(user), amount && textAt(amount)]).toEqual(['credit_user_missing', 'withdrawal_amount_invalid'])
  // neither is given: the user is asked for first
  expect(faultOf(undefined, undefined)).toEqual(user)
  expect(faultOf('u1', 300, '')).not.toMatchObject({ key: 'no_details_error' })
})
