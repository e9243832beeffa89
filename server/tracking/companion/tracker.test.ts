import { peopleApi } from '@remis/domain/people/people-api'
import { securityApi } from '@remis/domain/accounts/security-api'
import { socialApi } from '@remis/domain/accounts/social/social-api'
import { personPartsApi } from '@remis/domain/people/person-parts-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { giveWaysIn } from '../../accounts/accounts-fixture.ts'
import { resetTwoFactor } from '../../accounts/two-factor/reset-two-factor.ts'
import { limits } from '../../platform/runtime/limits.ts'
import { createLogger } from '../../platform/runtime/logger.ts'
import { appCode } from '../../testing/software-authenticator.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { comeTo, drives, keyOf, openCity, pickup, tripCodeOf, type TestActor } from '../../testing/test-city.ts'
import { moveBack } from '../../testing/move-back.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let log = ''
const city = await openCity(database, {
  log: createLogger('trace', { write: (line: string) => void (log += line) }),
})
const admin = await city.person('admin')

const none = {}
const make = async (driver: TestActor) => (await driver.call(trackingApi.makeTracker, { body: none })).token

interface Ask {
  readonly query?: Record<string, string | number>
  readonly json?: unknown
  readonly form?: Record<string, string>
  readonly method?: 'GET' | 'POST'
}
const post = async ({ query = {}, json, form, method = 'POST' }: Ask) => {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const sent =
    json !== undefined
      ? { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(json) }
      : form !== undefined
        ? {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: new URLSearchParams(form).toString(),
          }
        : {}
  const { statusCode, body } = await city.server.fastify.inject({
    method,
    url: `/tracker?${search.toString()}`,
    ...sent,
  })
  return [statusCode, body]
}
const ok = [200, '']
const gone = [404, '']

/** A place `metres` north of the pickup, `seconds` ago. */
const at = (seconds: number, metres: number) => ({
  lat: pickup.lat + metres / 111_195,
  lon: pickup.lng,
  timestamp: Date.now() - seconds * 1000,
})
const traccar = (seconds: number, metres: number) => {
  const { lat, lon, timestamp } = at(seconds, metres)
  const coords = { latitude: lat, longitude: lon, accuracy: 6, speed: 3, heading: 180, altitude: 40 }
  return { timestamp: new Date(timestamp).toISOString(), coords, is_moving: true, odometer: 12, event: 'motionchange' }
}
const lastOf = (driver: TestActor) => city.server.app.lastPositions.get(driver.id)
const metresOf = (driver: TestActor) => Math.round(((lastOf(driver)?.lat ?? 0) - pickup.lat) * 111_195)

describe('a companion app posts positions [design/tracking-31] [design/tracking-32]', () => {
  it('by GET, by POST with a query, by a form and by JSON, one or many', async () => {
    const driver = await city.driver()
    const id = await make(driver)
    expect(await post({ method: 'GET', query: { id, ...at(15, 400), hdop: 5 } })).toEqual(ok)
    expect(metresOf(driver)).toBe(400)
    expect(lastOf(driver)?.accuracy).toBe(5)
    expect(await post({ query: { id, ...at(12, 360) } })).toEqual(ok)
    expect(metresOf(driver)).toBe(360)
    const { timestamp, ...place } = at(9, 320)
    const form = { deviceid: id, lat: String(place.lat), lon: String(place.lon), timestamp: String(timestamp) }
    expect(await post({ form })).toEqual(ok)
    expect(metresOf(driver)).toBe(320)
    expect(await post({ json: { location: traccar(6, 280), device_id: id } })).toEqual(ok)
    expect(metresOf(driver)).toBe(280)
    expect(await post({ json: { location: [traccar(2, 200), traccar(4, 240)], device_id: id } })).toEqual(ok)
    expect(metresOf(driver)).toBe(200)
    expect(lastOf(driver)).toMatchObject({ heading: 180, speed: 3 })
    expect(await driver.call(trackingApi.tracker, {})).toEqual({
      createdAt: expect.any(Number) as number,
      usedAt: expect.any(Number) as number,
    })
  })

  it('they are judged, stored and shown like those of the driver’s own app', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    const booking = await city.book(rider)
    const drive = drives(driver, booking.id)
    await drive.accept()
    city.server.app.lastPositions.senders.claim(driver.id, 'the app', Date.now() - 31_000)
    const id = await make(driver)
    const link = await rider.connect()
    expect(await post({ query: { id, ...at(4, 300) } })).toEqual(ok)
    await link.until(() => link.received.some(({ name }) => name === 'position'))
    expect(link.received.find(({ name }) => name === 'position')?.payload).toMatchObject({
      bookingId: booking.id,
      status: 'ACCEPTED',
      id: expect.stringContaining(booking.id) as string,
    })
    // an impossible jump, a time in the future and a repeated post are answered with ok and not stored
    for (const wrong of [at(3, 90_000), { ...at(0, 250), timestamp: Date.now() + 60_000 }, at(4, 100)])
      expect(await post({ query: { id, ...wrong } })).toEqual(ok)
    expect(metresOf(driver)).toBe(300)
    await drive.arrive()
    await drive.start(await tripCodeOf(rider, booking.id))
    await moveBack(city, booking.id, 1)
    city.server.app.lastPositions.senders.claim(driver.id, 'the app', Date.now() - 31_000)
    expect(await post({ json: { location: [traccar(30, 500), traccar(20, 600)], device_id: id } })).toEqual(ok)
    const points = await db.request
      .selectFrom('track_points')
      .select(['seq', 'status'])
      .where('booking_id', '=', booking.id)
      .where('seq', '>=', 0)
      .orderBy('seq')
      .execute()
    expect(points.map(({ status }) => status)).toEqual(['ACCEPTED', 'STARTED', 'STARTED'])
    await drive.reach()
    await drive.receiveCash()
  })

  it('of an offline driver they are answered and not stored', async () => {
    const driver = await city.driver({ online: false })
    city.server.app.drivers.remove(driver.id)
    expect(await post({ query: { id: await make(driver), ...at(1, 100) } })).toEqual(ok)
    expect([lastOf(driver), city.server.app.drivers.get(driver.id)]).toEqual([
      expect.objectContaining({ seq: 0 }),
      null,
    ])
  })

  it('what is no position is 400, too many are 400, a large body is 413', async () => {
    const id = await make(await city.driver())
    expect(await post({ query: { id } })).toEqual([400, ''])
    expect(await post({ query: { id, lat: 91, lon: 0 } })).toEqual([400, ''])
    expect(await post({ json: { device_id: id, location: Array.from({ length: 501 }, () => traccar(1, 1)) } })).toEqual(
      [400, ''],
    )
    const broken = await city.server.fastify.inject({
      method: 'POST',
      url: `/tracker?id=${id}`,
      headers: { 'content-type': 'application/json' },
      payload: '{"location":',
    })
    expect([broken.statusCode, broken.body]).toEqual([400, ''])
    expect(await post({ json: { device_id: id, more: 'x'.repeat(400_000) } })).toEqual([413, ''])
    expect(await post({ form: { id, more: 'x'.repeat(4096) } })).toEqual([413, ''])
  })

  it('refuses a large form before parsing it [design/tracking-45]', async () => {
    const payload = Array.from({ length: 20_000 }, (_, n) => n.toString(36)).join('&')
    const get = vi.spyOn(URLSearchParams.prototype, 'get')
    try {
      const { statusCode } = await city.server.fastify.inject({
        method: 'POST',
        url: '/tracker',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
      expect(statusCode).toBe(413)
      expect(get).not.toHaveBeenCalled()
    } finally {
      get.mockRestore()
    }
  })

  it("reads only the protocol's fields of a query with many names [design/tracking-45]", async () => {
    const [id, get] = [await make(await city.driver()), vi.spyOn(URLSearchParams.prototype, 'get')]
    try {
      const others = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [n.toString(36), '']))
      expect(await post({ method: 'GET', query: { ...others, id, ...at(1, 300) } })).toEqual(ok)
      expect(get.mock.calls.length).toBeLessThan(20)
    } finally {
      get.mockRestore()
    }
  })
})

describe('the app of the driver and the companion [design/tracking-34]', () => {
  it('the app need not wait for the companion; the companion waits until the app is silent for 30 s', async () => {
    const driver = await city.driver()
    const id = await make(driver)
    expect(await post({ query: { id, ...at(15, 400) } })).toEqual(ok)
    await comeTo(driver, { lat: pickup.lat + 380 / 111_195, lng: pickup.lng })
    expect(metresOf(driver)).toBe(380)
    await new Promise((done) => setTimeout(done, 20))
    expect(await post({ query: { id, ...at(0, 375) } })).toEqual(ok)
    expect(metresOf(driver)).toBe(380)
    const moment = () => new Promise((done) => setTimeout(done, 100))
    await moment()
    city.server.app.lastPositions.senders.claim(driver.id, 'the app', Date.now() - 31_000)
    expect(await post({ query: { id, ...at(0, 378) } })).toEqual(ok)
    expect(metresOf(driver)).toBe(378)
    await moment()
    // the app sent last before the clock was set back by an hour
    city.server.app.lastPositions.senders.claim(driver.id, 'the app', Date.now() + 3_600_000)
    expect(await post({ query: { id, ...at(0, 376) } })).toEqual(ok)
    expect(metresOf(driver)).toBe(376)
  })
})

describe('the token of a companion app [design/tracking-30] [design/tracking-33]', () => {
  it('is shown once, replaced by the next one and ended at once', async () => {
    const driver = await city.driver()
    expect(await driver.call(trackingApi.tracker, {})).toEqual({ createdAt: null, usedAt: null })
    const made = await driver.call(trackingApi.makeTracker, { body: none })
    expect(made.url).toBe(new URL('/tracker', city.server.app.config.publicUrl).href)
    expect(Buffer.from(made.token, 'base64url')).toHaveLength(32)
    const stored = await sql<{ row: string }>`select to_jsonb(t)::text as row from trackers t`.execute(db.request)
    for (const { row } of stored.rows) expect(row).not.toContain(made.token)
    const second = await make(driver)
    expect(await post({ query: { id: made.token, ...at(1, 300) } })).toEqual(gone)
    expect(await post({ query: { id: second, ...at(1, 300) } })).toEqual(ok)
    await driver.call(trackingApi.endTracker, {})
    expect(await post({ query: { id: second, ...at(0, 300) } })).toEqual(gone)
    expect(await driver.call(trackingApi.tracker, {})).toEqual({ createdAt: null, usedAt: null })
  })

  it('is only for drivers, and each sees only their own', async () => {
    for (const role of ['rider', 'fleetadmin', 'admin'] as const)
      expect(await keyOf((await city.person(role)).call(trackingApi.makeTracker, { body: none }))).toBe('forbidden')
    await make(await city.driver())
    expect(await (await city.driver()).call(trackingApi.tracker, {})).toEqual({ createdAt: null, usedAt: null })
  })

  it('a missing, wrong or ended one is answered alike', async () => {
    const driver = await city.driver()
    const token = await make(driver)
    const tried = ['', 'x', `${token}x`, token.slice(1), driver.id, driver.token ?? '', '\u0000', '%']
    for (const id of tried) expect(await post({ query: { id, ...at(1, 300) } })).toEqual(gone)
    expect(await post({ query: at(1, 300) })).toEqual(gone)
    expect(await post({ json: { location: traccar(1, 300), device_id: 7 } })).toEqual(gone)
  })

  it.each<[string, (driver: TestActor) => Promise<unknown>]>([
    ['an archive', (driver) => admin.call(peopleApi.remove, { params: { id: driver.id } })],
    ['a change of role', (driver) => changeRole(driver, 'rider')],
    ['signing out everywhere', (driver) => driver.call(securityApi.endAllSessions, {})],
    ['the office signing the driver out', (driver) => signOut(driver)],
    ['a change of the password', (driver) => changePassword(driver)],
    ['the first second step', (driver) => addAuthenticator(driver)],
    ['an operator’s reset of the second steps', (driver) => resetSteps(driver)],
    ['Facebook removed as a way to sign in', (driver) => removeFacebook(driver)],
  ])('ends with %s', async (_how, end) => {
    const driver = await city.driver()
    const id = await make(driver)
    expect(await post({ query: { id, ...at(1, 300) } })).toEqual(ok)
    await end(driver)
    expect(await post({ query: { id, ...at(0, 300) } })).toEqual(gone)
    const left = await db.request
      .selectFrom('trackers')
      .select('driver_id')
      .where('driver_id', '=', driver.id)
      .execute()
    expect(left).toEqual([])
  })

  it('is refused while the driver is suspended or not approved', async () => {
    const driver = await city.driver()
    const [id, params] = [await make(driver), { id: driver.id }]
    await admin.call(peopleApi.suspend, { params, body: { reason: 'Complaints', until: null } })
    expect(await post({ query: { id, ...at(2, 300) } })).toEqual(gone)
    await admin.call(peopleApi.unsuspend, { params })
    expect(await post({ query: { id, ...at(1, 300) } })).toEqual(ok)
    await admin.call(peopleApi.approve, { params, body: { approved: false } })
    expect(await post({ query: { id, ...at(0, 300) } })).toEqual(gone)
  })

  it('is in no log line, also not when storing fails; a call has its path without its query [design/tracking-35]', async () => {
    const driver = await city.driver()
    const id = await make(driver)
    vi.spyOn(city.server.app.lastPositions, 'inTurn').mockRejectedValueOnce(new Error('the inside broke'))
    expect(await post({ query: { id, ...at(2, 300) } })).toEqual([500, ''])
    expect(await post({ json: { location: traccar(1, 300), device_id: id } })).toEqual(ok)
    await post({ query: { id: `${id}x`, ...at(0, 300) } })
    expect(log).toContain('the inside broke')
    const calls = log
      .split('\n')
      .filter((line) => line.includes('"route":"/tracker"'))
      .map((line) => JSON.parse(line) as { level: number; status: number })
    const levels = (of: number) => new Set(calls.flatMap(({ level, status }) => (status === of ? [level] : [])))
    // an accepted one is a line for debugging only [design/data-89]
    expect([levels(200), levels(500)]).toEqual([new Set([20]), new Set([30])])
    expect(log).not.toContain(id)
    await city.server.fastify.inject({ method: 'GET', url: '/api/settings/public?secret=word' })
    expect(log).toContain('/api/settings/public"')
    expect(log).not.toContain('secret=word')
  })
})

const emailOf = async ({ id }: TestActor) => {
  const person = db.request.selectFrom('users').select('email').where('id', '=', id)
  return (await person.executeTakeFirstOrThrow()).email ?? ''
}

const changePassword = async (driver: TestActor) => {
  const hash = await city.server.app.passwords.hash('abc*1234', 'known')
  await db.transact((tx) => giveWaysIn(tx, driver.id, { password: hash }))
  await driver.call(securityApi.changePassword, { body: { current: 'abc*1234', password: 'other*4711' } })
}

const addAuthenticator = async (driver: TestActor) => {
  const { token, secret } = await driver.call(securityApi.beginAuthenticator, { body: none })
  await driver.call(securityApi.addAuthenticator, { body: { token, code: appCode(secret) } })
}

const resetSteps = async (driver: TestActor) => {
  await db.transact((tx) => giveWaysIn(tx, driver.id, { authenticator: 'sealed' }))
  expect(await resetTwoFactor(db, await emailOf(driver), 'test')).toBe('done')
}

const removeFacebook = async (driver: TestActor) => {
  await db.transact((tx) => giveWaysIn(tx, driver.id, { password: 'a hash', social: 'facebook' }))
  await driver.call(socialApi.unlink, { body: { provider: 'facebook' } })
}

const changeRole = async (driver: TestActor, usertype: 'rider') => {
  await sql`update users set driver_active_status = false where id = ${driver.id}`.execute(db.request)
  return admin.call(peopleApi.changeRole, { params: { id: driver.id }, body: { usertype } })
}
const signOut = (driver: TestActor) => admin.call(personPartsApi.endSessions, { params: { id: driver.id }, body: none })

const slow = await openCity(await databaseFor(import.meta.url), {
  limits: { floods: { position: { max: 2, windowSeconds: 60 } }, floodPerAddress: { max: 7, windowSeconds: 60 } },
})

it('limits positions over all links of a driver before parsing them [design/tracking-46]', async () => {
  const driver = await slow.driver()
  const [one, two] = [await driver.connect(), await driver.connect()]
  expect(await one.send('positions', { fixes: [] })).toMatchObject({ dropped: 0 })
  expect(await two.send('positions', null)).toMatchObject({ error: { key: 'invalid_input' } })
  for (const link of [one, two])
    expect(await link.send('positions', null)).toMatchObject({ error: { key: 'too_many_requests' } })
})

describe('limits of a companion app', () => {
  it('counts the posts of one driver and of one address [design/api-25] [design/tracking-35]', async () => {
    const minute = (max: number) => ({ max, windowSeconds: 60 })
    expect([limits.floods.position, limits.floodPerAddress]).toEqual([minute(600), minute(6000)])
    const { token } = await (await slow.driver()).call(trackingApi.makeTracker, { body: none })
    const status = async (id: string) => {
      const answer = await slow.server.fastify.inject({
        method: 'POST',
        url: `/tracker?id=${id}&lat=${pickup.lat}&lon=${pickup.lng}`,
      })
      return [answer.statusCode, Number(answer.headers['retry-after'] ?? 0) > 0]
    }
    expect(await status(token)).toEqual([200, false])
    expect(await status(token)).toEqual([200, false])
    expect(await status(token)).toEqual([429, true])
    for (let n = 0; n < 4; n++) expect(await status('wrong')).toEqual([404, false])
    expect(await status('wrong')).toEqual([429, true])
    // a clock that is set back by an hour must not lock anyone out until it has caught up
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    try {
      expect(await status(token)).toEqual([200, false])
      expect(await status(token)).toEqual([200, false])
      expect(await status(token)).toEqual([429, true])
    } finally {
      vi.useRealTimers()
    }
  })
})
