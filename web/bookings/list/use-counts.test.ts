import { expect, it } from 'vitest'
import { countOf, shownCount } from './use-counts.ts'

const write = (value: number) => value.toLocaleString('en')

it('shows no zero, and more than can be counted as such [design/web-81]', () => {
  expect(shownCount(0, 1000, write)).toBeUndefined()
  expect(shownCount(1000, 1000, write)).toBe('1,000')
  expect(shownCount(1001, 1000, write)).toBe('1,000+')
})

it('adds up the open ones, and counts no final status', () => {
  const counts = { most: 1000, statuses: { NEW: 2, PENDING: 3, PAID: 999 }, later: 3, review: 4, fare: 5 }
  expect(countOf(counts, 'open', write)).toBe('1,000+')
  expect(countOf(counts, 'review', write)).toBe('4')
  expect(countOf(counts, 'fare', write)).toBe('5')
  expect(countOf(counts, 'later', write)).toBe('3')
  expect(countOf(counts, 'NEW', write)).toBe('2')
  expect(countOf(counts, 'ARRIVED', write)).toBeUndefined()
  expect(countOf(counts, 'CANCELLED', write)).toBeUndefined()
  expect(countOf(undefined, 'NEW', write)).toBeUndefined()
})
