import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { mapsLimits } from '../../../platform/runtime/limits/outside-limits.ts'
import { guardedRequest } from '../../../platform/security/guarded-request.ts'
import { databaseFor } from '../../../testing/test-database.ts'
import { MapsError } from '../maps-provider.ts'
import { memoryCounter, testService } from '../testing/outside-service.ts'
import { emulateService } from '../testing/service-emulator.ts'
import { databaseCounter } from './open-outside-maps.ts'
import { OutsidePlaceIds } from './outside-place-ids.ts'
import { refusedWith, type OutsideService, type OutsideServiceOptions } from './outside-service.ts'
import { withShare, type Share } from '../../../platform/security/spender.ts'

const { db } = await databaseFor(import.meta.url)
const emulator = await emulateService(({ path }) => ({ status: 200, json: { path } }))
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

const open = (more: Partial<OutsideServiceOptions> = {}) => testService('osrm', `${emulator.url}/base?key=abc`, more)
const ask = (service: OutsideService, path = '/x') => service.ask({ path }, ({ json }) => json)
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof MapsError ? error.code : String(error)),
  )

describe('a request to an outside service [design/maps-82]', () => {
  test('is sent to a path below the configured address, with its query', async () => {
    expect(await ask(open(), '/route')).toEqual({ path: '/base/route' })
    expect(emulator.requests[0]!.query.get('key')).toBe('abc')
  })

  test('is never sent to another host or above the configured path', async () => {
    const other = { path: '/x', base: 'http://127.0.0.1:9/base' }
    expect(await code(open().ask(other, ({ json }) => json))).toBe('BAD_INPUT')
    expect(await code(ask(open(), '/../admin'))).toBe('BAD_INPUT')
    expect(emulator.requests).toHaveLength(0)
  })

  test('a private host needs PROVIDER_NETWORKS; the error says so and carries no key', async () => {
    const service = open({ send: guardedRequest(undefined) })
    await expect(ask(service)).rejects.toThrow(/PROVIDER_NETWORKS/)
    await expect(ask(service)).rejects.not.toThrow(/abc/)
  })

  test('after 5 failures in a row the service is paused, then one request tries; an outage is logged once', async () => {
    let now = 1e12
    const log = { warn: vi.fn(), info: vi.fn() }
    const service = open({ now: () => now, log })
    emulator.fail('500', 12)
    for (let i = 0; i < 5; i++) expect(await code(ask(service))).toBe('UPSTREAM')
    expect(emulator.requests).toHaveLength(10)
    expect(service.state(undefined)).toMatchObject({ state: 'paused', retryAt: now + 30_000 })
    expect(await code(ask(service))).toBe('UPSTREAM')
    expect(emulator.requests).toHaveLength(10)
    now += 30_000
    // one tries and fails, the others do not call
    expect(await Promise.all([ask(service), ask(service), ask(service)].map(code))).toEqual(['UPSTREAM', 'UPSTREAM', 'UPSTREAM']) // prettier-ignore
    expect(emulator.requests).toHaveLength(12)
    expect(await code(ask(service))).toBe('UPSTREAM')
    expect(emulator.requests).toHaveLength(12)
    now += 30_000
    expect(await code(ask(service))).toBe('ok')
    expect(service.state(undefined)).toMatchObject({
      state: 'ok',
      retryAt: null,
      lastError: { text: 'osrm answers 500.' },
    })
    expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 1])
  })

  test('an admin’s test calls also during the pause', async () => {
    const service = open({ now: () => 1e12 })
    emulator.fail('500', 10)
    for (let i = 0; i < 5; i++) await code(ask(service))
    expect(await code(service.test(() => ask(service)))).toBe('ok')
    expect(service.state(undefined).state).toBe('ok')
  })

  test('a documented refusal does not count as a failure of the service', async () => {
    const service = open()
    for (let i = 0; i < 6; i++)
      await code(
        service.ask({ path: '/x' }, () => {
          throw new MapsError('NO_ROUTE', 'none')
        }),
      )
    expect(await code(ask(service))).toBe('ok')
  })

  test('requests refused one by one do not pause the service, a refused key does', async () => {
    const refuse = (service: OutsideService, status: number) =>
      code(
        service.ask({ path: '/x' }, () => {
          throw refusedWith(status, `refused: ${status}.`)
        }),
      )
    const odd = open()
    for (let i = 0; i < 6; i++) expect(await refuse(odd, 400)).toBe('UPSTREAM')
    expect(odd.state(undefined)).toMatchObject({ state: 'ok', lastError: { text: 'refused: 400.' } })
    const shut = open()
    for (let i = 0; i < 5; i++) await refuse(shut, 403)
    expect(shut.state(undefined).state).toBe('paused')
  })
})

const shareOf = (count: Share['count'], uncount: Share['uncount'] = async () => undefined): Share => ({
  count,
  uncount,
})

describe('the ceilings of a day [design/maps-85]', () => {
  const counter = databaseCounter(db)

  test('requests above the ceiling are not sent, also concurrent ones and after a restart', async () => {
    const limited = () => open({ name: 'photon', counter, most: { requests: 5, microDollars: 0 } })
    const service = limited()
    const outcomes = await Promise.all(Array.from({ length: 9 }, () => code(ask(service))))
    expect(outcomes.toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'QUOTA'),
      ...Array.from({ length: 5 }, () => 'ok'),
    ])
    expect(await code(ask(limited()))).toBe('QUOTA')
    expect(emulator.requests).toHaveLength(5)
    expect((await counter.today()).get('photon')).toEqual({ requests: 5, microDollars: 0 })
    // read from the row of the day, so a restart does not change it and the next day ends it
    const today = (await counter.today()).get('photon')
    expect([limited().state(today).state, service.state(undefined).state]).toEqual(['over', 'ok'])
  })

  test('the spend is counted in millionths of a dollar, retries too', async () => {
    const service = open({ name: 'google', counter, most: { requests: 100, microDollars: 12_000 } })
    const paid = () => code(service.ask({ path: '/x', microDollars: 5000 }, ({ json }) => json))
    emulator.fail('500')
    expect([await paid(), await paid()]).toEqual(['ok', 'QUOTA'])
    expect((await counter.today()).get('google')).toEqual({ requests: 2, microDollars: 10_000 })
  })

  test('a part is kept for fares, so that typing cannot stop them', async () => {
    const log = { warn: vi.fn(), info: vi.fn() }
    const service = open({ name: 'kept', counter, most: { requests: 100, microDollars: 100_000 }, reserve: 0.3, log })
    const paid = (forFare: boolean) =>
      code(service.ask({ path: '/x', microDollars: 10_000, forFare }, ({ json }) => json))
    for (let n = 0; n < 7; n++) expect(await paid(false)).toBe('ok')
    expect([await paid(false), await paid(true), await paid(false)]).toEqual(['QUOTA', 'ok', 'QUOTA'])
    expect([await paid(true), await paid(true), await paid(true)]).toEqual(['ok', 'ok', 'QUOTA'])
    // A ceiling is no failure of the service.
    expect(log.warn).not.toHaveBeenCalled()
    expect(service.state((await counter.today()).get('kept'))).toMatchObject({ state: 'over', lastError: null })
  })

  test('a person whose share is used up sends nothing; work of the server has no share', async () => {
    const service = open({ name: 'shared', counter, most: { requests: 100, microDollars: 100_000 } })
    const paid = () => code(service.ask({ path: '/x', microDollars: 10_000 }, ({ json }) => json))
    let left = 15_000
    const share = shareOf(async (cost) => (left -= cost) >= 0)
    expect([await withShare(share, paid), await withShare(share, paid), await paid()]).toEqual(['ok', 'QUOTA', 'ok'])
    expect((await counter.today()).get('shared')).toEqual({ requests: 2, microDollars: 20_000 })
  })

  test('what is not sent because of a ceiling does not count for the person', async () => {
    const service = open({ name: 'over', counter, most: { requests: 1, microDollars: 100_000 } })
    const paid = () => code(service.ask({ path: '/x', microDollars: 10_000 }, ({ json }) => json))
    let used = 0
    const share = shareOf(
      async (cost) => (used += cost) > 0,
      async (cost) => void (used -= cost),
    )
    expect([await withShare(share, paid), await withShare(share, paid)]).toEqual(['ok', 'QUOTA'])
    expect(used).toBe(10_000)
  })

  test('rows older than 90 days are deleted with the first request of a day', async () => {
    await db.request
      .insertInto('map_service_days')
      .values([
        { service: 'old', day: '2020-01-01', requests: 1, micro_dollars: 0 },
        { service: 'other', day: '2020-01-01', requests: 1, micro_dollars: 0 },
      ])
      .execute()
    await ask(open({ name: 'old', counter }))
    const left = await db.request
      .selectFrom('map_service_days')
      .select('service')
      .where('day', '<', '2021-01-01')
      .execute()
    expect(left).toEqual([{ service: 'other' }])
  })

  test('a request that cannot be counted is not sent', async () => {
    const broken = { ...memoryCounter(), count: () => Promise.reject(new Error('database down')) }
    expect(await code(ask(open({ counter: broken })))).toBe('UPSTREAM')
    expect(emulator.requests).toHaveLength(0)
  })
})

describe('cached answers', () => {
  test('expire, are shared by concurrent callers, and never contain failures', async () => {
    let now = 1
    const service = open({ now: () => now, cacheSeconds: { search: 1 } })
    let found = 0
    const find = () => Promise.resolve(++found)
    expect(await Promise.all([service.cached('search', 'a', find), service.cached('search', 'a', find)])).toEqual([
      1, 1,
    ])
    expect(await service.cached('search', 'b', find)).toBe(2)
    now += 999
    expect(await service.cached('search', 'a', find)).toBe(1)
    now += 2
    expect(await service.cached('search', 'a', find)).toBe(3)
    await expect(service.cached('search', 'd', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await service.cached('search', 'd', find)).toBe(4)
  })

  test('a lifetime of 0 keeps nothing', async () => {
    const service = open({ cacheSeconds: { search: 0 } })
    const find = vi.fn(() => Promise.resolve(1))
    await service.cached('search', 'x', find)
    await service.cached('search', 'x', find)
    expect(find).toHaveBeenCalledTimes(2)
    expect(mapsLimits.cache.search.seconds).toBeGreaterThan(0)
  })
})

describe('place ids of outside services [design/maps-86]', () => {
  const ids = new OutsidePlaceIds(Buffer.alloc(32, 1))

  test('name the service and are signed', () => {
    const id = ids.sign('photon', '{"lat":1}')!
    expect(ids.read(id)).toEqual({ service: 'photon', id: '{"lat":1}' })
    const [service, payload, signature] = id.split('~')
    for (const forged of [
      `google~${payload}~${signature}`,
      `${service}~${payload}x~${signature}`,
      `${service}~${payload}~${signature?.replace(/.$/, '_')}`,
      new OutsidePlaceIds(Buffer.alloc(32, 2)).sign('photon', '{"lat":1}')!,
    ])
      expect(() => ids.read(forged)).toThrow(MapsError)
    expect(ids.read('payload.signature')).toBeNull()
  })

  test('an id that is too long for the calls is left out', () => {
    expect(ids.sign('photon', 'x'.repeat(2000))).toBeUndefined()
  })
})
