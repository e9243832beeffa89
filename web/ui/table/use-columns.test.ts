import { expect, it } from 'vitest'
import { columnOrder } from './use-columns.ts'

const columns = [{ id: 'id' }, { id: 'date' }, { id: 'car' }, { id: 'note', quiet: true }]
const order = (chosen?: string[]) => {
  const { order: all, shown } = columnOrder(columns, chosen)
  return [all.join(' '), [...shown].join(' ')]
}

it('shows the columns that are not quiet, in their order, without a choice', () => {
  expect(order()).toEqual(['id date car note', 'id date car'])
})

it('shows the chosen ones in the chosen order, the first column leading, the others hidden behind', () => {
  expect(order(['note', 'date'])).toEqual(['id note date car', 'id note date'])
})

it('lets any column lead where the usual ones are given, and never shows none [design/web-80]', () => {
  const free = (chosen?: string[]) => {
    const { order: all, shown } = columnOrder(columns, chosen, ['car', 'date', 'gone'])
    return [all.join(' '), [...shown].join(' ')]
  }
  expect(free()).toEqual(['car date id note', 'car date'])
  expect(free(['note', 'id'])).toEqual(['note id date car', 'note id'])
  expect(free(['password'])).toEqual(['car date id note', 'car date'])
})

it('ignores columns that do not exist, or are named twice', () => {
  expect(order(['id', 'car', 'car', 'password'])).toEqual(['id car date note', 'id car'])
  expect(order([])).toEqual(['id date car note', 'id'])
})
