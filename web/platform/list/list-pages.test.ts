import { expect, it } from 'vitest'
import { pagesAround } from './list-pages.ts'

const first = { page: 1, cursor: undefined }
const second = { page: 2, cursor: 'b' }
const third = { page: 3, cursor: 'c' }
const starts = { 1: undefined, 2: 'b' }
const rows = [{ id: '1' }]

it('leads on and back through the pages of a list', () => {
  const begin = { next: { page: 2, cursor: 'b' }, previous: null, emptied: false }
  expect(pagesAround(first, {}, { rows, next: 'b' }, false)).toEqual(begin)
  const end = { next: null, previous: second, emptied: false }
  expect(pagesAround(third, starts, { rows, next: null }, false)).toEqual(end)
  expect(pagesAround(third, {}, { rows, next: null }, false).previous).toEqual(first)
})

it('waits with Next for the page that is being read [design/web-172]', () => {
  expect(pagesAround(second, { 1: undefined }, { rows, next: 'b' }, true)).toEqual({
    next: null,
    previous: first,
    emptied: false,
  })
})

it('says that a later page has lost its last row, only after the answer to that page [design/web-172]', () => {
  const none = { rows: [], next: null }
  expect(pagesAround(third, starts, none, false)).toEqual({ next: null, previous: second, emptied: true })
  expect(pagesAround(third, starts, none, true).emptied).toBe(false)
  expect(pagesAround(third, starts, undefined, false).emptied).toBe(false)
  expect(pagesAround(first, {}, none, false).emptied).toBe(false)
})
