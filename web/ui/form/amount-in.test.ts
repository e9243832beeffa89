import { describe, expect, it } from 'vitest'
import { amountFault, amountIn, numberText } from './amount-in.ts'

const dollars = { decimals: 2, locale: 'en' }
const yen = { decimals: 0, locale: 'en' }
const dinars = { decimals: 3, locale: 'en' }
const german = (decimals: number) => ({ decimals, locale: 'de-DE' })

describe('a typed amount', () => {
  it('is read in Latin, Arabic, Persian and Devanagari digits', () => {
    const read = (typed: string) => amountIn(typed, dollars)
    expect(['\u00a0250 ', '12.5', '12,50', '٢٥٠', '۱۲٫۵', '१२.५'].map(read)).toEqual([250, 12.5, 12.5, 250, 12.5, 12.5])
  })

  it('is undefined in an empty field and null where it is no number', () => {
    expect(amountIn('  ', dollars)).toBeUndefined()
    for (const bad of ['-5', '1e9', '1.2.3', 'abc', '1 000', '.', '1.', '.5', 'Infinity'])
      expect(amountIn(bad, dollars), bad).toBeNull()
  })

  it('with more decimals than its field is none [design/web-137]', () => {
    for (const style of [yen, dollars, german(0), german(2)])
      for (const typed of ['1,000', '1.000', '12.000', '١٢٫٠٠٠', '1.555'])
        expect(amountIn(typed, style), typed).toBeNull()
    expect(amountFault('1.5', yen)).toBe('decimal_too_many')
    expect(amountFault('12.000', yen)).toBe('decimal_too_many')
    expect(amountFault('1.50', dollars)).toBeNull()
    expect(amountFault('abc', dollars)).toBeNull()
  })

  it('with the separator of thousands of its reader is none, also where it has that many decimals [design/web-137]', () => {
    for (const typed of ['1,000', '12,500', '1,000,000', '1,00,000']) {
      expect(amountIn(typed, dinars), typed).toBeNull()
      expect(amountFault(typed, dinars), typed).toBe('form_thousands')
    }
    expect(amountIn('12.500', dinars)).toBe(12.5)
    expect(amountIn('12,5', dinars)).toBe(12.5)
    for (const typed of ['1.000', '12.500', '49.999', '0.125']) {
      expect(amountIn(typed, german(3)), typed).toBeNull()
      expect(amountFault(typed, german(3)), typed).toBe('form_thousands')
    }
    expect(amountIn('12,500', german(3))).toBe(12.5)
    expect(amountFault('12.000', german(0))).toBe('form_thousands')
    expect(amountFault('1 000', { decimals: 2, locale: 'fr' })).toBe('form_thousands')
    expect(amountFault('١٬٠٠٠', { decimals: 2, locale: 'ar-EG' })).toBe('form_thousands')
  })

  it('is read as the field writes a stored number, for every reader [design/web-137]', () => {
    for (const locale of ['en', 'de-DE', 'fr', 'es-UY', 'ar-EG', 'hi', undefined])
      for (const stored of [1.125, 0.375, 12, 12.5, 49.999, 1234567.125])
        expect([locale, amountIn(numberText(stored, locale), { decimals: 4, locale })]).toEqual([locale, stored])
    expect([numberText(1.125, 'de-DE'), numberText(1.125, 'en')]).toEqual(['1,125', '1.125'])
  })
})
