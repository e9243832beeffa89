import { bookingsApi } from '@remis/domain/booking/booking-api'
import { endingsApi } from '@remis/domain/booking/endings-api'
import type { LatLng } from '@remis/domain/kit/distance'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { passSilently } from '@remis/server/testing/move-back'
import { balanceOf, bookWith, emptyStreets, quoteWith } from '@remis/server/testing/money'
import { databaseFor } from '@remis/server/testing/test-database'
import { drives, keyOf, openCity, pickup, type City, type TestActor } from '@remis/server/testing/test-city'
import { findBroken } from '@remis/server/verify/verify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/**
 * A driver who wants the fee without driving to the pickup. Each attack collected it, or kept the rider from cancelling
 * free, before arrivals were confirmed by a position [design/moves-70].
 */
const database = await databaseFor(import.meta.url)
const { db } = database
let city: City

beforeAll(async () => {
  city = await openCity(database)
})
beforeEach(() => emptyStreets(city))
afterAll(async () => {
  expect(await findBroken(db.request)).toEqual([])
})

const north = (km: number): LatLng => ({ lat: pickup.lat + km / 111.195, lng: pickup.lng })
const afar = 8.8

/** Comfort costs 80 from five minutes on. */
const taken = async (km = afar) => {
  const rider = await city.person('rider')
  const driver = await city.driver({ carType: city.comfort, at: north(km) })
  const { id } = await bookWith(rider, await quoteWith(rider, city.comfort))
  await drives(driver, id).accept()
  return { rider, driver, id }
}
let seq = 1
const fixAt = ({ lat, lng }: LatLng) => ({ seq: seq++, at: Date.now(), lat, lng, accuracy: 8 })
const send = (driver: TestActor, ...fixes: (ReturnType<typeof fixAt> & { readAt?: number })[]) =>
  driver.call(trackingApi.send, { body: { fixes } })
const noShow = (driver: TestActor, id: string) =>
  keyOf(driver.call(bookingsApi.cancel, { params: { id }, body: { noShow: true } }))

type Trip = { readonly driver: TestActor; readonly id: string }
const wait = (trip: Trip, minutes: number) => passSilently(city, trip, minutes)
/** Waits at the pickup with the app open: it sends at least each minute. */
const stay = async (trip: Trip, minutes: number) => {
  for (let minute = 0; minute < minutes; minute++) {
    await wait(trip, 1)
    await send(trip.driver, fixAt(pickup))
  }
}

const expectNothingGained = async ({ rider, driver, id }: { rider: TestActor; driver: TestActor; id: string }) => {
  expect(await rider.call(endingsApi.cancellation, { params: { id } })).toMatchObject({ fee: 0 })
  const body = { reason: city.reason, fee: 0 }
  expect(await keyOf(rider.call(bookingsApi.cancel, { params: { id }, body }))).toBe('ok')
  expect([await balanceOf(db, rider), await balanceOf(db, driver)]).toEqual([0, 0])
  const { rows } = await sql`select 1 from ledger_transactions where booking_id = ${id}`.execute(db.request)
  expect(rows).toEqual([])
}

describe('arrived from 8.8 km away', () => {
  it('says so without a position', async () => {
    const trip = await taken()
    await drives(trip.driver, trip.id).arrive()
    await wait(trip, 30)
    expect(await noShow(trip.driver, trip.id)).toBe('no_show_unconfirmed')
    await expectNothingGained(trip)
  })

  it('sends the true position', async () => {
    const trip = await taken()
    const body = { fix: fixAt(north(afar)) }
    await trip.driver.call(bookingsApi.arrive, { params: { id: trip.id }, body })
    await wait(trip, 30)
    expect(await noShow(trip.driver, trip.id)).toBe('no_show_unconfirmed')
    await expectNothingGained(trip)
  })

  it('sends a position at the pickup a moment later', async () => {
    const trip = await taken()
    await send(trip.driver, fixAt(north(afar)))
    const body = { fix: fixAt(pickup) }
    await trip.driver.call(bookingsApi.arrive, { params: { id: trip.id }, body })
    await send(trip.driver, fixAt(pickup), fixAt(pickup))
    await wait(trip, 30)
    expect(await noShow(trip.driver, trip.id)).toBe('no_show_unconfirmed')
    await expectNothingGained(trip)
  })

  it('says that the phone knows its place to 10 km only', async () => {
    const trip = await taken()
    const body = { fix: { ...fixAt(north(afar)), accuracy: 10_000 } }
    await trip.driver.call(bookingsApi.arrive, { params: { id: trip.id }, body })
    await wait(trip, 30)
    await expectNothingGained(trip)
  })
})

describe('jumps to the pickup', () => {
  it('with a position of 100 km accuracy and an exact one after it', async () => {
    const trip = await taken()
    await send(trip.driver, fixAt(north(afar)))
    const coarse = await send(trip.driver, { ...fixAt(pickup), accuracy: 100_000 })
    const exact = await send(trip.driver, fixAt(pickup))
    expect([coarse.dropped, exact.dropped]).toEqual([1, 1])
    await trip.driver.call(bookingsApi.arrive, { params: { id: trip.id }, body: { fix: fixAt(pickup) } })
    await wait(trip, 30)
    expect(await noShow(trip.driver, trip.id)).toBe('no_show_unconfirmed')
    await expectNothingGained(trip)
  })

  it('in steps of 44 m at the same time', async () => {
    const trip = await taken()
    await send(trip.driver, fixAt(north(afar)))
    const now = Date.now()
    await send(
      trip.driver,
      ...Array.from({ length: 201 }, (_, i) => ({ ...fixAt(north(afar - i * 0.044)), at: now + i })),
    )
    await trip.driver.call(bookingsApi.arrive, { params: { id: trip.id }, body: { fix: fixAt(pickup) } })
    await wait(trip, 30)
    expect(await noShow(trip.driver, trip.id)).toBe('no_show_unconfirmed')
    await expectNothingGained(trip)
  })
})

describe('arrived, and gone again', () => {
  const there = async () => {
    const trip = await taken(0.44)
    await send(trip.driver, fixAt(pickup))
    await drives(trip.driver, trip.id).arrive()
    return trip
  }

  it('drives off and reports the no-show from the next street corner', async () => {
    const trip = await there()
    await wait(trip, 6)
    await send(trip.driver, fixAt(north(3)))
    expect(await noShow(trip.driver, trip.id)).toBe('no_show_not_there')
    // and coming back for a moment does not help
    await wait(trip, 2)
    await send(trip.driver, fixAt(pickup))
    expect(await noShow(trip.driver, trip.id)).toBe('no_show_too_early')
    expect(await balanceOf(db, trip.driver)).toBe(0)
  })

  it('switches the phone off and drives off', async () => {
    const trip = await there()
    await wait(trip, 6)
    expect(await noShow(trip.driver, trip.id)).toBe('no_show_not_there')
    expect(await balanceOf(db, trip.driver)).toBe(0)
  })

  it('switches the phone off, drives off and comes back for one position at the fifth minute', async () => {
    const trip = await there()
    await stay(trip, 1)
    await wait(trip, 4)
    await send(trip.driver, fixAt(pickup))
    expect(await noShow(trip.driver, trip.id)).toBe('no_show_too_early')
    expect(await balanceOf(db, trip.driver)).toBe(0)
  })

  it('switches the location off, and the app repeats the last reading', async () => {
    const trip = await there()
    await stay(trip, 1)
    const readAt = Date.now()
    for (let minute = 1; minute <= 4; minute++) {
      await wait(trip, 1)
      const { dropped } = await send(trip.driver, { ...fixAt(pickup), readAt: readAt - minute * 60_000 })
      expect(dropped).toBe(0)
    }
    expect(await noShow(trip.driver, trip.id)).toBe('no_show_not_there')
    expect(await balanceOf(db, trip.driver)).toBe(0)
  })

  it('who stayed is paid: the rule is not just a refusal', async () => {
    const trip = await there()
    await stay(trip, 6)
    expect(await noShow(trip.driver, trip.id)).toBe('ok')
    const { booking } = await trip.driver.call(bookingsApi.get, { params: { id: trip.id } })
    expect(booking.customer_paid).toBe(80)
  })
})

describe('accepted, and never came', () => {
  it.each([
    ['stays where the acceptance was', [afar, afar]],
    ['drives away', [afar + 0.5, afar + 1]],
    ['moves within the noise of a phone', [afar - 0.02, afar - 0.04]],
  ])('%s: the rider cancels free after half an hour', async (_, way) => {
    const trip = await taken()
    for (const km of way) {
      await wait(trip, 1)
      await send(trip.driver, fixAt(north(km)))
    }
    await wait(trip, 30)
    await expectNothingGained(trip)
  })
})
