import { QueryClientProvider } from '@tanstack/react-query'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/plain-call.ts'
import { impliedShow, inUsualOrder, officeBookingList } from './booking-list.ts'
import { useSavedViews } from './use-saved-views.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

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

it('columns chosen before the views could be read hide no views [design/web-210]', () => {
  const saved = () => {
    const seen: ReturnType<typeof useSavedViews>[] = []
    const Reader = () => void seen.push(useSavedViews())
    renderToStaticMarkup(h(QueryClientProvider, { client: queryClient }, h(Reader)))
    return seen[0]!
  }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')))
  saved().keepColumns(['id', 'status'])
  expect(saved()).toMatchObject({ isPending: true, columns: ['id', 'status'] })
  const view = { id: 'V', name: 'Mine', address: {}, columns: null }
  queryClient.setQueryData(['saved-views'], { rows: [view], columns: ['id'] })
  expect(saved()).toMatchObject({ views: [view], columns: ['id', 'status'] })
  saved().keepColumns(undefined)
  expect(saved().columns).toBeUndefined()
})
