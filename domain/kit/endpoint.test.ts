import { z } from 'zod'
import { expect, it } from 'vitest'
import { endpoint } from './endpoint.ts'

it('joins a route with its schemas, and leaves the route without them for the browser', () => {
  const route = { method: 'POST', path: '/api/a', roles: ['rider'], idempotent: true } as const
  const declared = { summary: 'Adds', relation: 'self', rate: 'write', body: z.strictObject({}), reply: z.object({}) }
  const whole = endpoint(route, declared as typeof declared & { relation: 'self'; rate: 'write' })
  expect(whole).toMatchObject({ ...route, summary: 'Adds' })
  expect(Object.keys(route)).toEqual(['method', 'path', 'roles', 'idempotent'])
})
