import { expect, test } from 'vitest'
import { amountIn } from '../../ui/form/amount-in.ts'
import { missingInWallet } from './PayChoice.tsx'

test('the amount missing in the wallet is one that the form of a top-up accepts', () => {
  const missing = missingInWallet({ balance: 231.2, currency: 'USD' }, 311.1)
  expect(missing).toBe(79.9)
  expect(amountIn(String(missing), { decimals: 2, locale: 'en' })).toBe(79.9)
  expect(missingInWallet({ balance: 0.1, currency: 'USD' }, 0.3, 0.1)).toBe(0.3)
  expect(missingInWallet({ balance: -5.05, currency: 'USD' }, 1.1)).toBe(6.15)
  expect(missingInWallet({ balance: 20, currency: 'USD' }, 19.99)).toBe(0)
  // a debt is paid first, however much is in the wallet
  expect(missingInWallet({ balance: 20, currency: 'USD' }, 19.99, 3.3)).toBe(3.3)
})
