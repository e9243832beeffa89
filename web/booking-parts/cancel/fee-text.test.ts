import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { feeText } from './fee-text.ts'

const t = ((key: string, words: object) => `${key} ${JSON.stringify(words)}`) as unknown as TFunction
const format = { money: (amount: number) => `$${amount}` }

it('says of a fee that it was paid only when nothing of it is owed [design/money-81]', () => {
  const said = (owed: number) => feeText(t, format, { fee: 60, owed }, 'trip_cancelled_fee')
  expect(said(0)).toBe('trip_cancelled_fee {"amount":"$60"}')
  expect(said(60)).toBe('trip_cancelled_fee_unpaid {"amount":"$60"}')
  expect(said(20)).toBe('trip_cancelled_fee_owed {"amount":"$60","owed":"$20"}')
})
