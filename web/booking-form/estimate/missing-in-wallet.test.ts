import { MantineProvider } from '@mantine/core'
import type { QuoteView } from '@remis/domain/fare/quotes-api'
import type { WalletView } from '@remis/domain/wallet/wallet-api'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { amountIn } from '../../ui/form/amount-in.ts'
import { isShort, missingInWallet, PayChoice } from './PayChoice.tsx'

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

test('a wallet that could not be read stays the chosen way, and the server decides at Confirm [design/web-211]', () => {
  const nothing = () => undefined
  const choice = h(PayChoice, {
    quote: { payableAmount: 10 } as QuoteView,
    mode: 'wallet',
    onMode: nothing,
    own: true,
    disabled: false,
    onLeave: nothing,
  })
  const page = h(QueryClientProvider, { client: new QueryClient() }, h(MantineProvider, null, choice))
  expect(renderToStaticMarkup(page).match(/checked=""/g)).toHaveLength(1)
  expect(isShort(undefined, 10)).toBe(false)
  const wallet = { balance: 20, currency: 'USD', may: { pay: true } } as WalletView
  expect([isShort(wallet, 20), isShort(wallet, 20.01)]).toEqual([false, true])
  expect(isShort({ ...wallet, may: { ...wallet.may, pay: false } }, 1)).toBe(true)
})
