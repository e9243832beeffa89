import { expect, it } from 'vitest'
import { majorText, minorOf, supportsAmount } from './wire-amount.ts'

it('writes amounts with the places of the currency or of the gateway', () => {
  const text = (minor: number, currency: string, places?: number) => majorText({ minor, currency }, places)
  expect([text(1, 'USD'), text(10, 'USD'), text(12_345, 'USD')]).toEqual(['0.01', '0.10', '123.45'])
  expect([text(500, 'CLP'), text(500, 'CLP', 2), text(1234, 'KWD')]).toEqual(['500', '500.00', '1.234'])
  expect(text(9_007_199_254_740_991, 'USD')).toBe('90071992547409.91')
})

it('reads amounts exactly, and nothing else', () => {
  expect([minorOf('10.5', 'USD'), minorOf(10.07, 'USD'), minorOf('10.500', 'USD')]).toEqual([1050, 1007, 1050])
  expect([minorOf('500.00', 'CLP'), minorOf('1.234', 'KWD'), minorOf(0.1, 'USD')]).toEqual([500, 1234, 10])
  for (const wrong of ['10.505', '-1', '1e3', '', '1,50', ' 1', 1e21, Number.NaN])
    expect(minorOf(wrong, 'USD'), String(wrong)).toBeNull()
  expect(minorOf('500.50', 'CLP')).toBeNull()
})

it('knows the limits of a gateway', () => {
  const takes = { currencies: ['COP'], least: 100, most: 10_000, step: 100 }
  const reason = (minor: number, currency = 'COP') => supportsAmount({ minor, currency }, takes)
  expect(reason(100)).toEqual({ ok: true })
  expect(reason(100, 'USD')).toEqual({ ok: false, reason: 'currency' })
  for (const minor of [0, -100, 0.5, 150]) expect(reason(minor)).toEqual({ ok: false, reason: 'precision' })
  expect(reason(10_100)).toEqual({ ok: false, reason: 'max' })
  expect(supportsAmount({ minor: 99, currency: 'COP' }, { ...takes, step: 1 })).toEqual({ ok: false, reason: 'min' })
})
