import { expect, it } from 'vitest'
import { impliedShow, inUsualOrder, officeBookingList } from './booking-list.ts'

it('the office’s list ends with the next hour until something narrows it [design/web-86]', () => {
  const queryOf = (filters: Readonly<Record<string, string>>, q: string) => officeBookingList.queryOf(filters, q)
  expect(queryOf({}, '')).toEqual({ when: 'now' })
  expect(queryOf({}, 'Maria')).toEqual({})
  expect(queryOf({ period: 'tomorrow' }, '')).toEqual({ period: 'tomorrow' })
  expect(queryOf({ show: 'later', mode: 'cash' }, '')).toEqual({ when: 'later', active: 'true', mode: 'cash' })
  expect(queryOf({ show: 'NEW' }, '')).toEqual({ status: 'NEW' })
  expect(queryOf({ show: 'all' }, '')).toEqual({})
  // the pill that is pressed does not count
  expect(impliedShow({ show: 'later' }, '')).toBe('now')
})

it('later bookings begin with the next one, and leaving them goes back to the newest [design/web-86]', () => {
  const later = { filters: { show: 'later' } }
  expect(inUsualOrder({}, later)).toEqual({ ...later, sort: 'tripdate', desc: false })
  expect(inUsualOrder({ show: 'later' }, { filters: {} })).toEqual({ filters: {}, sort: 'tripdate', desc: true })
  expect(inUsualOrder({ show: 'later' }, { filters: { show: 'later', mode: 'cash' } })).not.toHaveProperty('desc')
  expect(inUsualOrder({}, { q: 'x' })).toEqual({ q: 'x' })
  // a view brings its own order
  expect(inUsualOrder({}, { ...later, desc: true })).toEqual({ ...later, desc: true })
})
