import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import { cellOf, moved } from '@remis/domain/places/coarse-place'
import { limits } from '@remis/server/platform/runtime/limits'
import { actorOf, type Actor } from '@remis/server/testing/actors'
import { drop, keyOf, openCity, requestOn, type City } from '@remis/server/testing/test-city'
import { databaseFor } from '@remis/server/testing/test-database'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

const database = await databaseFor(import.meta.url)
const home: LatLng = { lat: -34.831, lng: -56.207 }
const radiusKm = 5
let city: City
let driver: string

beforeAll(async () => {
  const { noDriverPerRider, noDriverPerNet } = limits.booking
  city = await openCity(database, {
    limits: { floods: { nearby: limits.floods.nearby }, booking: { noDriverPerRider, noDriverPerNet } },
  })
  await city.server.app.settings.change({ driverRadius: radiusKm }, null)
  driver = (await city.driver({ at: home })).id
})

/** The server's limits and quarter hours follow this clock; the database keeps the real one. */
let clock = Date.now()
const wait = (ms: number) => void vi.setSystemTime((clock += ms))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  wait(3_600_000)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const realNow = () => performance.timeOrigin + performance.now()
const stillThere = () => city.server.app.drivers.put({ id: driver, ...home, at: realNow() })

interface Spy {
  calls: number
  /** Whether a car is near, for someone who would be picked up here. */
  readonly isNear: (at: LatLng) => Promise<boolean>
}

const visitor = async (): Promise<Actor> => {
  const { token } = await actorOf(city.server.url, undefined).call(accountsApi.visitorToken, { body: {} })
  return actorOf(city.server.url, token)
}

/** A visitor that waits when the server answers 429. */
const startSpy = async (): Promise<Spy> => {
  let caller = await visitor()
  const spy: Spy = {
    calls: 0,
    isNear: async ({ lat, lng }) => {
      const body = { pickup: { lat, lng }, drop: { lat: drop.lat, lng: drop.lng } }
      for (;;) {
        spy.calls++
        stillThere()
        const { rows } = await caller.call(quotesApi.preview, { body })
        const row = rows.find(({ carType }) => carType === city.economy)!
        if (row.pickupMinutes !== undefined) return row.pickupMinutes !== null
        wait(60_000)
        caller = await visitor()
      }
    },
  }
  return spy
}

/** Where "no cars nearby" begins in this direction, between the last two cells, which the attacker knows. */
const edge = async ({ isNear }: Spy, from: LatLng, turn: number): Promise<LatLng> => {
  const at = (km: number) => moved(from, { north: km * Math.cos(turn), east: km * Math.sin(turn) })
  let [near, far] = [0, 2 * radiusKm]
  for (let step = 0; step < 7; step++) {
    const middle = (near + far) / 2
    if (await isNear(at(middle))) near = middle
    else far = middle
  }
  const [inside, outside] = [cellOf(at(near)), cellOf(at(far))]
  return { lat: (inside.lat + outside.lat) / 2, lng: (inside.lng + outside.lng) / 2 }
}

/** The middle of the circle through the points, least squares (Kåsa), on a plane around the first. */
const middleOf = (points: readonly LatLng[]): LatLng => {
  const [first] = points as [LatLng]
  const perLng = 111.195 * Math.cos((first.lat * Math.PI) / 180)
  const flat = points.map(({ lat, lng }) => [(lng - first.lng) * perLng, (lat - first.lat) * 111.195] as const)
  // x² + y² = 2ax + 2by + c: the normal equations of a, b and c
  const rows = flat.map(([x, y]) => [2 * x, 2 * y, 1, x * x + y * y])
  const system = [0, 1, 2].map((i) => [0, 1, 2, 3].map((j) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0)))
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 3; k++) {
      if (k === i) continue
      const share = system[k]![i]! / system[i]![i]!
      for (let j = 0; j < 4; j++) system[k]![j]! -= share * system[i]![j]!
    }
  const [east, north] = [0, 1].map((i) => system[i]![3]! / system[i]![i]!) as [number, number]
  return moved(first, { north, east })
}

const directions = 24

const locate = async (): Promise<{ at: LatLng; calls: number }> => {
  const spy = await startSpy()
  const points: LatLng[] = []
  const start = moved(home, { north: 0.9, east: -0.7 })
  for (let n = 0; n < directions; n++) points.push(await edge(spy, start, (2 * Math.PI * n) / directions))
  return { at: middleOf(points), calls: spy.calls }
}

const metresOff = (at: LatLng): number => Math.round(kmBetween(at, home) * 1000)
const mean = (points: readonly LatLng[]): LatLng => ({
  lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
  lng: points.reduce((sum, { lng }) => sum + lng, 0) / points.length,
})

describe('a visitor asking for prices from many points [design/access-82]', () => {
  it('would find the driver from the true positions', async () => {
    vi.spyOn(city.server.app.nearby, 'shift').mockImplementation((_driver, { lat, lng }) => ({ lat, lng }))
    const { at, calls } = await locate()
    expect(calls).toBeGreaterThanOrEqual(94)
    expect(metresOff(at)).toBeLessThan(150)
  })

  it('is more than 300 m off, in each quarter hour and with the mean of six', async () => {
    const found: LatLng[] = []
    for (let quarter = 0; quarter < 6; quarter++) {
      const { at, calls } = await locate()
      expect(calls).toBeGreaterThanOrEqual(94)
      found.push(at)
      wait(15 * 60_000)
    }
    expect(Math.min(...found.map(metresOff))).toBeGreaterThan(300)
    expect(metresOff(mean(found))).toBeGreaterThan(300)
  })

  it('gets no band past 20 a minute, and the prices all the same', async () => {
    const caller = await visitor()
    const body = { pickup: { lat: home.lat, lng: home.lng }, drop: { lat: drop.lat, lng: drop.lng } }
    stillThere()
    const answers = []
    for (let n = 0; n < 25; n++) answers.push(await caller.call(quotesApi.preview, { body }))
    const told = answers.map(({ rows }) => rows.every(({ pickupMinutes }) => pickupMinutes !== undefined))
    expect(told.filter(Boolean)).toHaveLength(20)
    expect(answers.every(({ rows }) => rows.every(({ estimate }) => estimate > 0))).toBe(true)
  })
})

it('a rider gets five exact refusals at Confirm in half an hour, then none', async () => {
  const rider = await city.person('rider')
  const far = moved(home, { north: 0, east: 1.8 * radiusKm })
  const confirm = async () => {
    const body = { pickup: { ...far, add: 'Plaza' }, drop, carType: city.economy }
    const { quote } = await rider.call(quotesApi.create, { body })
    return keyOf(rider.call(bookingsApi.create, { body: requestOn(quote) }))
  }
  const keys: string[] = []
  for (let n = 0; n < 8; n++) keys.push(await confirm())
  expect(keys).toEqual([
    ...Array<string>(5).fill('no_driver_found_alert_messege'),
    ...Array<string>(3).fill('too_many_requests'),
  ])
  // Past the limit a driver next to the pickup makes no difference: there is nothing to learn.
  await city.driver({ at: far })
  expect(await confirm()).toBe('too_many_requests')
  wait(30 * 60_000)
  expect(await confirm()).toBe('ok')
})

describe('a rider refused by Confirm for another reason', () => {
  const far = moved(home, { north: 0, east: 1.8 * radiusKm })
  const confirmer = async (payment_mode: 'cash' | 'wallet') => {
    const rider = await city.person('rider')
    return async (at: LatLng) => {
      const body = { pickup: { ...at, add: 'Plaza' }, drop, carType: city.economy }
      const { quote } = await rider.call(quotesApi.create, { body })
      stillThere()
      const request = requestOn(quote)
      const paymentPacket = { ...request.paymentPacket, payment_mode }
      return keyOf(rider.call(bookingsApi.create, { body: { ...request, paymentPacket } }))
    }
  }

  it('gets the same answer near and far from drivers, and is not counted', async () => {
    const confirm = await confirmer('wallet')
    const keys: string[] = []
    for (let n = 0; n < 7; n++) keys.push(await confirm(home), await confirm(far))
    expect(new Set(keys)).toEqual(new Set(['wallet_balance_low']))
  })

  it('is counted each time when the booking fails after the search was used', async () => {
    const confirm = await confirmer('cash')
    city.server.failpoint.fail('create.before_commit', new Error('failed'))
    const keys: string[] = []
    for (let n = 0; n < 6; n++) keys.push(await confirm(home))
    city.server.failpoint.clear()
    expect(keys).toEqual([...Array<string>(5).fill('server_error'), 'too_many_requests'])
  })
})

describe('Confirm past the 20 refusals of a network', () => {
  const confirmAt = async (at: LatLng) => {
    const rider = await city.person('rider')
    const { quote } = await rider.call(quotesApi.create, {
      body: { pickup: { ...at, add: 'Plaza' }, drop, carType: city.economy },
    })
    stillThere()
    return keyOf(rider.call(bookingsApi.create, { body: requestOn(quote) }))
  }
  const refusedByNow = async (count: number) => {
    const far = moved(home, { north: 0, east: -1.8 * radiusKm })
    for (let n = 0; n < count; n++) expect(await confirmAt(far)).toBe('no_driver_found_alert_messege')
    return far
  }

  it('locks out no one who has a car near, and refuses the others as before', async () => {
    const far = await refusedByNow(20)
    expect(await confirmAt(home)).toBe('ok')
    expect(await confirmAt(far)).toBe('no_driver_found_alert_messege')
  })

  it('answers what the shifted positions say, so the edge of the true radius is not shown', async () => {
    await refusedByNow(20)
    const spy = await startSpy()
    const answers: { readonly km: number; readonly near: boolean; readonly key: string }[] = []
    for (const km of [4.2, 4.6, 5.1, 5.2, 5.3, 5.5, 7]) {
      const at = moved(home, { north: -km, east: 0 })
      answers.push({ km, near: await spy.isNear(at), key: await confirmAt(at) })
    }
    expect(answers.map(({ key }) => key === 'ok')).toEqual(answers.map(({ near }) => near))
    expect(answers.filter(({ km, near }) => km > radiusKm && near)).not.toEqual([])
    expect(answers.at(-1)?.near).toBe(false)
  })

  it('30 at once, each with a car near: none is refused', async () => {
    const keys = await Promise.all(Array.from({ length: 30 }, () => confirmAt(home)))
    expect(new Set(keys)).toEqual(new Set(['ok']))
  })
})
