import { setTimeout as sleep } from 'node:timers/promises'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { waitFor } from '@remis/server/testing/actors'
import { openCuttingProxy } from '@remis/server/testing/cutting-proxy'
import { databaseFor } from '@remis/server/testing/test-database'
import { pickup } from '@remis/server/testing/test-city'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseUrl } from '../database-url.ts'
import { many } from '../scale.ts'
import { makeServerProcess, type ServerProcess } from '../server-process.ts'
import { openCrashCity, type CrashCity } from './crash-city.ts'
import { watch, type Watcher } from './live-watcher.ts'

const database = await databaseFor(import.meta.url)
let server: ServerProcess
let city: CrashCity

beforeAll(async () => {
  server = await makeServerProcess({ DATABASE_URL: databaseUrl(database.connection), TRUST_PROXY: '127.0.0.1' })
  await server.start()
  city = openCrashCity(database.db, server.base)
})
afterAll(() => server.remove())

/**
 * All rides are accepted while they are on offer, then each moves as far as it can; every step is an event for its
 * rider.
 */
const driveOn = async (rides: readonly Awaited<ReturnType<CrashCity['ride']>>[], pauseMs: number): Promise<void> => {
  for (const { driver, id } of rides) await driver.call(bookingsApi.accept, { params: { id }, body: {} })
  for (const { driver, rider, id } of rides) {
    const params = { id }
    await sleep(pauseMs)
    await driver.call(bookingsApi.arrive, { params, body: {} })
    await rider.call(bookingsApi.renewTripCode, { params, body: {} })
    const { otp } = await city.view(rider, id)
    await sleep(pauseMs)
    await driver.call(bookingsApi.start, { params, body: { otp: otp ?? '' } })
    await sleep(pauseMs)
    await driver.call(bookingsApi.reach, { params, body: {} })
    await driver.call(bookingsApi.pay, { params, body: { payment_mode: 'cash' } })
  }
}

describe('links that break', () => {
  it('cut 2 s in every 10 s: every event arrives once and in order, without a reload', async () => {
    const proxy = await openCuttingProxy(server.base)
    const rides = await Promise.all(Array.from({ length: many(4, 20) }, () => city.ride('NEW')))
    const watchers = await Promise.all(rides.map(({ rider }) => watch(city.db, proxy.base, rider)))
    let seq = 2
    const telling = setInterval(() => {
      const fix = { seq: seq++, at: Date.now(), lat: pickup.lat + 0.003, lng: pickup.lng }
      for (const { driver } of rides) void driver.call(trackingApi.send, { body: { fixes: [fix] } })
    }, 15_000)
    const cutting = setInterval(() => {
      proxy.cut()
      setTimeout(() => proxy.mend(), 2000)
    }, 10_000)
    proxy.cut()
    setTimeout(() => proxy.mend(), 2000)
    try {
      const seconds = many(20, 180)
      // The moves are spread over the whole time, so that many fall into a cut.
      await driveOn(rides, (seconds * 1000) / rides.length / 3)
      expect(proxy.cuts()).toBeGreaterThanOrEqual(Math.floor(seconds / 10))
    } finally {
      clearInterval(telling)
      clearInterval(cutting)
      proxy.mend()
    }
    for (const watcher of watchers) await watcher.expectAll()
    expect(watchers.map(({ reloads }) => reloads())).toEqual(rides.map(() => 1))
    watchers.forEach((watcher) => watcher.close())
    await proxy.close()
  })

  it('a storm of links that all reconnect at once ends soon, each resumed, and calls are answered meanwhile', async () => {
    const proxy = await openCuttingProxy(server.base)
    const { rider, driver, id } = await city.ride('NEW')
    const admin = await city.person('admin')
    // A person has at most ten links [design/live-11]: these riders and an admin with nine each, and the rider of the
    // trip: 500 links in the long form.
    const riders = many(20, 55)
    const people = await Promise.all(Array.from({ length: riders }, () => city.person('rider')))
    const watchers: Watcher[] = [await watch(city.db, proxy.base, rider)]
    for (const person of [...people, admin])
      watchers.push(...(await Promise.all(Array.from({ length: 9 }, () => watch(city.db, proxy.base, person)))))
    expect(watchers.length).toBe(9 * (riders + 1) + 1)
    proxy.cut()
    await driver.call(bookingsApi.accept, { params: { id }, body: {} })
    await sleep(1000)
    const began = performance.now()
    proxy.mend()
    await waitFor(() => watchers.every(({ connected }) => connected()), 30_000)
    const tookMs = performance.now() - began
    const asked = performance.now()
    await city.view(rider, id)
    expect(performance.now() - asked).toBeLessThan(2000)
    // all resumed within 15 s [design/proofs-10]
    expect(tookMs).toBeLessThan(15_000)
    await watchers[0]?.expectAll()
    expect(watchers.every(({ reloads }) => reloads() === 1)).toBe(true)
    watchers.forEach((watcher) => watcher.close())
    await proxy.close()
  })
})

describe('impossible positions', () => {
  it('jumps, frozen and repeated fixes neither move the car nor break the trip', async () => {
    const { driver, rider, id } = await city.ride('STARTED')
    const now = Date.now()
    const fix = (seq: number, lat: number, lng: number, at = now) => ({ seq, at, lat, lng, accuracy: 5 })
    const send = (...fixes: ReturnType<typeof fix>[]) => driver.call(trackingApi.send, { body: { fixes } })
    const here = { lat: pickup.lat + 0.003, lng: pickup.lng }
    expect(await send(fix(10, here.lat, here.lng, now))).toEqual({ lastSeq: 10, dropped: 0 })
    const jump = await send(fix(11, here.lat + 3, here.lng, now + 100), fix(12, 0, 0, now + 200))
    expect(jump).toEqual({ lastSeq: 12, dropped: 2 })
    const frozen = Array.from({ length: 50 }, (_, n) => fix(13 + n, here.lat, here.lng, now + 300 + n))
    expect(await send(...frozen)).toMatchObject({ lastSeq: 62 })
    expect(await send(...frozen)).toMatchObject({ lastSeq: 62 })
    expect(await send(fix(63, here.lat, here.lng, now + 3_600_000))).toMatchObject({ dropped: 1 })
    const { position } = await rider.call(trackingApi.last, { params: { id } })
    expect(position).toMatchObject(here)
    const { booking } = await driver.call(bookingsApi.reach, { params: { id }, body: {} })
    expect(booking.status).toBe('REACHED')
  })
})
