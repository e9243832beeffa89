import { expect, it } from 'vitest'
import { chosenOf, filtersAfter } from './filter-choice.ts'
import type { ListFilter } from './list-state.ts'

const choices = ['open', 'late', 'done'].map((id) => ({ id, label: id }))
const one: ListFilter = { name: 'show', label: 'Show', all: 'All', choices }
const kept: ListFilter = { name: 'show', label: 'Show', implied: 'open', choices }
const some: ListFilter = { ...one, several: ['open', 'late'] }

it('replaces the choice, and removes the filter for all or for the implied choice', () => {
  expect(filtersAfter(one, { car: 'a' }, 'late')).toEqual({ car: 'a', show: 'late' })
  expect(filtersAfter(one, { car: 'a', show: 'late' }, 'done')).toEqual({ car: 'a', show: 'done' })
  expect(filtersAfter(one, { car: 'a', show: 'late' }, '')).toEqual({ car: 'a' })
  expect(filtersAfter(kept, { show: 'late' }, 'open')).toEqual({})
  expect(chosenOf(kept, {})).toBe('open')
  expect(chosenOf(one, {})).toBe('')
})

it('toggles choices that can be combined, in the order of the choices', () => {
  expect(filtersAfter(some, { show: 'late' }, 'open')).toEqual({ show: 'open,late' })
  expect(chosenOf(some, { show: 'open,late' })).toEqual(['open', 'late'])
  expect(filtersAfter(some, { show: 'open,late' }, 'late')).toEqual({ show: 'open' })
  expect(filtersAfter(some, { show: 'open' }, 'open')).toEqual({})
  // what cannot be combined replaces them
  expect(filtersAfter(some, { show: 'open,late' }, 'done')).toEqual({ show: 'done' })
  expect(filtersAfter(some, { show: 'done' }, 'open')).toEqual({ show: 'open' })
})
