import { MantineProvider } from '@mantine/core'
import type { LaterBooking } from '@remis/domain/booking/later/later-api'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createInstance } from 'i18next'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { queryClient } from '../../platform/api/plain-call.ts'
import { Entry } from './Entry.tsx'

test('a fleet admin has no link to a booking that none of its drivers accepted [booking-72]', () => {
  const i18n = createInstance()
  void i18n.init({ lng: 'en', resources: {} })
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const linkOf = (status: LaterBooking['status'], admin: boolean) => {
    const row = { id: 'ABCDEF', status, tripdate: 0, estimateTime: 600, customer_name: 'Rider', reserved: [] }
    const entry = h(Entry, {
      row: { ...row, driver: null } as unknown as LaterBooking,
      mayAssign: admin,
      onAssign: () => undefined,
    })
    const screen = h(I18nextProvider, { i18n }, h(RouterContextProvider, { router, children: entry }))
    const page = h(QueryClientProvider, { client: queryClient }, h(MantineProvider, null, screen))
    const html = renderToStaticMarkup(page)
    expect(html).toContain('Rider')
    return html.includes('<a ')
  }
  expect([linkOf('NEW', true), linkOf('ACCEPTED', true)]).toEqual([true, true])
  expect([linkOf('NEW', false), linkOf('ACCEPTED', false)]).toEqual([false, true])
})
