import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { expect, it } from 'vitest'
import { faultsOf } from '../ui/form/form-fields.ts'
import { fieldsOf } from './car-type-fields.tsx'

const settings = { symbol: 'KD', code: 'KWD', decimal: 3, appcat: 'delivery', convert_to_mile: false } as PublicSettings
const plain = ((key: string) => key) as never

it('asks for rates and amounts without the separator of thousands of the reader [design/web-137]', () => {
  const keysOf = (typed: string, locale: string) => {
    const rows = JSON.stringify([{ description: 'Bag', minsDelayed: '1', amount: typed }])
    const values = { base_fare: typed, rate_per_hour: typed, convenience_fees: typed, cancelSlab: rows, options: rows }
    return Object.fromEntries(
      Object.entries(faultsOf(fieldsOf(plain, settings, locale), values)).map(([name, { key }]) => [name, key]),
    )
  }
  const all = ['base_fare', 'rate_per_hour', 'convenience_fees', 'cancelSlab', 'options']
  const everywhere = Object.fromEntries(all.map((name) => [name, 'form_thousands']))
  expect(keysOf('1,000', 'en')).toEqual(everywhere)
  expect(keysOf('1.000', 'de-DE')).toEqual(everywhere)
  expect(keysOf('1.000', 'en')).toEqual({})
})
