import type { Endpoint } from '@remis/domain/kit/endpoint'
import { endpoints } from '@remis/server/endpoints'
import { openCity, type City, type TestActor } from '@remis/server/testing/test-city'
import { databaseFor } from '@remis/server/testing/test-database'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { changedTables, digestsOf, untilSettled } from '../business-digest.ts'

const database = await databaseFor(import.meta.url)

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
const isOffice = ({ roles }: Endpoint): boolean =>
  (roles as readonly string[]).some((role) => role === 'admin' || role === 'fleetadmin')
const office = endpoints.map(({ endpoint }) => endpoint).filter(isOffice)

/** Writes of office roles that demo mode leaves open, written by hand, with the reason [design/access-12]. */
const open: Readonly<Record<string, readonly string[]>> = {
  // [promos-5]
  'adding a promo': ['POST /api/promos'],
  // dispatching is what a demo shows; nothing of it outlives the booking
  'a booking and its moves': [
    'POST /api/quotes',
    'POST /api/quotes/preview',
    'POST /api/bookings',
    'POST /api/bookings/:id/assign',
    'POST /api/bookings/:id/unassign',
    'POST /api/bookings/:id/search',
    'POST /api/bookings/:id/cancel',
    'POST /api/bookings/:id/pay',
    'POST /api/bookings/:id/abort',
    'POST /api/bookings/:id/trip-code',
    'POST /api/bookings/:id/trip-code/reveal',
    'POST /api/bookings/:id/delivery-code',
    'POST /api/bookings/:id/guest-links',
    'POST /api/bookings/:id/guest-links/end',
  ],
  // allowed in demo mode: a real person may be in danger
  'alerts of riders and drivers': [
    'POST /api/safety/:id/take',
    'POST /api/safety/:id/notes',
    'POST /api/safety/:id/close',
  ],
  // no write of the back office: every role has it
  'their own account': [
    'DELETE /api/sessions/current',
    'POST /api/sessions/current/confirm',
    'POST /api/account/phone-code',
    'POST /api/account/phone',
    'POST /api/files',
    'POST /api/notices/seen',
    'POST /api/push/device',
    'DELETE /api/push/device',
    'POST /api/push/shown',
  ],
  'a question that stores nothing': [
    'POST /api/car-types/:id/try',
    'POST /googleapis-autocomplete',
    'POST /googleapis-getcoords',
    'POST /googleapis-getroute',
    'POST /googleapis-getaddress',
    'POST /googleapis-getdrivetime',
    'POST /googleapis-getmultiloctime',
  ],
}

/** Files that are shown in a page, no exports. */
const shownFiles = ['GET /api/files/:id']

describe('demo mode and the whole endpoint table [settings-14] [settings-15] [settings-16] [people-14] [backoffice-31] [design/access-12]', () => {
  it('every write of an office role is refused, except the ones listed here', () => {
    const writes = office.filter(({ method }) => method !== 'GET')
    const left = writes.filter(({ refusedInDemo }) => refusedInDemo !== true).map(nameOf)
    expect(left.toSorted()).toEqual(Object.values(open).flat().toSorted())
  })

  it('every export of an office role is refused [backoffice-10] [booking-39] [people-7]', () => {
    const left = office.filter(({ file, refusedInDemo }) => file !== undefined && refusedInDemo !== true)
    expect(left.map(nameOf).toSorted()).toEqual(shownFiles)
  })

  describe('on a running server', () => {
    let city: City
    let callers: Readonly<Record<'admin' | 'fleetadmin', TestActor>>
    beforeAll(async () => {
      city = await openCity(database)
      callers = { admin: await city.person('admin'), fleetadmin: await city.person('fleetadmin') }
      await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    })

    it('each refused call answers demo_mode to every office role and changes nothing', async () => {
      const take = await digestsOf(database.db.lists)
      const before = await take()
      const answers: string[] = []
      for (const endpoint of office.filter(({ refusedInDemo }) => refusedInDemo === true))
        for (const role of ['admin', 'fleetadmin'] as const) {
          if (!(endpoint.roles as readonly string[]).includes(role)) continue
          const { statusCode, body } = await city.server.fastify.inject({
            method: endpoint.method,
            url: endpoint.path.replace(':id', randomUUID()),
            headers: { authorization: `Bearer ${callers[role].token}`, 'idempotency-key': randomUUID() },
          })
          const answer = JSON.parse(body) as { error: { key?: string }; key?: string }
          // calls of the host root have the key beside the text [design/api-11]
          const { key = answer.error.key } = answer
          if (statusCode !== 403 || key !== 'demo_mode')
            answers.push(`${role}: ${nameOf(endpoint)} answers ${statusCode} ${key}`)
        }
      expect(answers).toEqual([])
      await untilSettled(database.db.lists)
      expect(changedTables(before, await take())).toEqual([])
    })

    it('adding a promo is not refused [promos-5]', async () => {
      const { statusCode, body } = await city.server.fastify.inject({
        method: 'POST',
        url: '/api/promos',
        headers: { authorization: `Bearer ${callers.admin.token}`, 'idempotency-key': randomUUID() },
        payload: {
          promo_name: 'DEMO',
          promo_discount_type: 'flat',
          promo_discount_value: 10,
          max_promo_discount_value: 10,
          min_order: 0,
          promo_validity: '2099-12-31',
          promo_usage_limit: 5,
        },
      })
      expect(statusCode, body).toBe(200)
    })
  })
})
