import { expect, test } from 'vitest'
import { countriesFor } from './countries.ts'
import { matchCountries } from './CountrySelect.tsx'

const all = countriesFor('en')
const codes = (typed: string) => matchCountries(all, typed).map(({ code }) => code)

test('lists about 240 countries with label, code and prefix [places-14]', () => {
  expect(all.length).toBeGreaterThan(230)
  expect(all.find(({ code }) => code === 'UY')).toEqual({ code: 'UY', label: 'Uruguay', prefix: '598' })
  expect(countriesFor('ar').find(({ code }) => code === 'UY')?.label).toBe('أورغواي')
})

test('finds a country by name, part of it, without accents, by prefix and by code', () => {
  expect(codes('urug')[0]).toBe('UY')
  expect(codes('+598')).toEqual(['UY'])
  expect(codes('598')).toEqual(['UY'])
  expect(codes('UY')[0]).toBe('UY')
  expect(codes('aland')).toContain('AX')
  expect(codes('korea')).toContain('KR')
  expect(codes('zzz')).toEqual([])
  expect(codes('')).toHaveLength(all.length)
})
