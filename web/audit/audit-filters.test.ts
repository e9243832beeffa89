import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { personKey } from '../people/people-queries.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { AuditFilters } from './AuditFilters.tsx'

it('names the person whose page has been read before', () => {
  queryClient.setQueryData(personKey('u1'), { id: 'u1', firstName: 'Rider', lastName: 'One' })
  const filters = h(AuditFilters, { filters: { person: 'u1' }, onChange: () => undefined })
  const html = renderToStaticMarkup(h(QueryClientProvider, { client: queryClient }, h(MantineProvider, null, filters)))
  queryClient.clear()
  expect(html).toContain('<bdi>Rider One</bdi>')
})
