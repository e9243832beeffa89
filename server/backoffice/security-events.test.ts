import { securityEventsApi } from '@remis/domain/backoffice/security-events-api'
import { english } from '@remis/domain/texts/english'
import { securityEventKinds } from '@remis/domain/backoffice/security-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseFor } from '../testing/test-database.ts'
import { inDemo, keyOf, openCity, type City, type TestActor } from '../testing/test-city.ts'

const database = await databaseFor(import.meta.url)
let city: City
let admin: TestActor
let rider: TestActor

beforeAll(async () => {
  city = await openCity(database)
  ;[admin, rider] = [await city.person('admin'), await city.person('rider')]
  const { security } = city.server.app
  for (let n = 0; n < 3; n++)
    security.record({ kind: 'sign-in-failed', address: `203.0.113.${n}`, messageKey: 'login_error' })
  security.record({ kind: 'sign-in', userId: rider.id, address: '198.51.100.7', userAgent: 'Browser 1' })
  await security.flush()
})

type Query = { kind?: 'sign-in' | 'sign-in-failed'; user?: string; search?: string; limit?: number; cursor?: string }
const list = (query: Query) => admin.call(securityEventsApi.list, { query })

describe('the security events of the office [design/access-127]', () => {
  it('are filtered by kind and account and found by address, in pages without a gap', async () => {
    const [signIn] = (await list({ user: rider.id, kind: 'sign-in' })).rows
    expect(signIn).toMatchObject({ kind: 'sign-in', user: rider.id, address: '198.51.100.7', userAgent: 'Browser 1' })
    const first = await list({ kind: 'sign-in-failed', search: '203.0.113', limit: 2 })
    const second = await list({ kind: 'sign-in-failed', search: '203.0.113', limit: 2, cursor: first.next! })
    expect([...first.rows, ...second.rows].map(({ address }) => address).toSorted()).toEqual(
      [0, 1, 2].map((n) => `203.0.113.${n}`),
    )
    expect(second.next).toBeNull()
    expect((await list({ user: rider.id, kind: 'sign-in-failed' })).rows).toEqual([])
  })

  it('hide addresses in demo mode, from a search too, and are for admins only', async () => {
    expect(await keyOf(rider.call(securityEventsApi.list, { query: {} }))).toBe('forbidden')
    await inDemo(city, async () => {
      expect((await list({ user: rider.id, kind: 'sign-in' })).rows[0]).toMatchObject({
        address: 'Hidden',
        userAgent: 'Hidden',
      })
      expect((await list({ search: '203.0.113' })).rows).toEqual([])
    })
  })

  it('have a text for each kind', () => {
    expect(securityEventKinds.filter((kind) => !(`security_${kind}` in english))).toEqual([])
  })
})
