import { expect, it } from 'vitest'
import { optionsOf } from './SelectFilters.tsx'

const choices = [{ id: 'city', label: 'City' }]

it('a filter whose choice is not listed is still the chosen one of its select [design/web-140]', () => {
  const [all, city] = [
    { value: '', label: 'All' },
    { value: 'city', label: 'City' },
  ]
  expect(optionsOf(choices, 'All', undefined)).toEqual([all, city])
  expect(optionsOf(choices, 'All', 'city')).toEqual([all, city])
  expect(optionsOf(choices, 'All', 'gone')).toEqual([all, city, { value: 'gone', label: '…' }])
})
