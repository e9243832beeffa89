import { expect, test } from 'vitest'
import { symbolSection } from './symbol-section.tsx'

test('the symbol is on the side where amounts have it [fare-19]', () => {
  expect(Object.keys(symbolSection({ symbol: '$', swipe_symbol: false }))).toEqual(['leftSection'])
  expect(Object.keys(symbolSection({ symbol: '€', swipe_symbol: true }))).toEqual(['rightSection'])
})
