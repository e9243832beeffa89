import { expect, it } from 'vitest'
import { pagesAround } from './list-pages.ts'

const first = { page: 1, cursor: undefined }
const second = { page: 2, cursor: 'b' }
const third = { page: 3, cursor: 'c' }
const starts = { 1: undefined, 2: 'b' }
const rows = [{ id: '1' }]

it('goes to the next and the previous page', () => {
  const begin = { next: { page: 2, cursor: 'b' }, previous: null, emptied: false }
  expect(pagesAround(first, {}, { rows, next: 'b' }, false)).toEqual(begin)
  const end = { next: null, previous: second, emptied: false }
  expect(pagesAround(third, starts, { rows, next: null }, false)).toEqual(end)
  expect(pagesAround(third, {}, { rows, next: null }, false).previous).toEqual(first)
})

it('disables Next while a page loads [design/web-172]', () => {
  expect(pagesAround(second, { 1: undefined }, { rows, next: 'b' }, true)).toEqual({
    next: null,
    previous: first,
    emptied: false,
  })
})

it('reports an empty later page only after its own reply [design/web-172]', () => {
  const none = { rows: [], next: null }
  expect(pagesAround(third, starts, none, false)).toEqual({ next: null, previous: second, emptied: true })
  expect(pagesAround(third, starts, none, true).emptied).toBe(false)
  expect(pagesAround(third, starts, undefined, false).emptied).toBe(false)
  expect(pagesAround(first, {}, none, false).emptied).toBe(false)
})
