import { expect, it, vi } from 'vitest'
import { decimalChoices, setUpChoices } from './set-up-choices.ts'

it('offers names in the language of the page and suggests the country of the browser', () => {
  const choices = setUpChoices('en', 'es-UY')
  expect(choices.country).toBe('UY')
  expect(choices.countries).toContainEqual({ value: 'UY', label: 'Uruguay' })
  expect(choices.currencies).toContainEqual({ value: 'UYU', label: 'Uruguayan Peso (UYU)' })
  expect(choices.zones.map(({ value }) => value)).toContain(choices.timezone)
  expect(setUpChoices('ar', 'en').currencies.find(({ value }) => value === 'USD')?.label).toMatch(/دولار.*\(USD\)/)
})

it('suggests the zone of the browser by its present name [design/money-84]', () => {
  const old = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Asia/Calcutta' }
  const report = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(old)
  const { timezone, zones } = setUpChoices('en', 'en-IN')
  report.mockRestore()
  expect(timezone).toBe('Asia/Kolkata')
  expect(zones.map(({ value }) => value)).not.toContain('Asia/Calcutta')
})

it('offers the decimals that a currency has', () => {
  const values = (currency: string) => decimalChoices(currency).map(({ value }) => value)
  expect(values('UYU')).toEqual(['2', '1', '0'])
  expect(values('JPY')).toEqual(['0'])
  expect(values('KWD')).toEqual(['3', '2', '1', '0'])
})
