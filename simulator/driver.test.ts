import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { kmBetween } from '@remis/domain/kit/distance'
import { AppError } from '@remis/domain/messages/app-error'
import { placesApi } from '@remis/domain/places/places-api'
import { trackingApi, type Fix } from '@remis/domain/tracking/tracking-api'
import { expect, it, vi } from 'vitest'
import { homeOf, type City } from './city.ts'
import { startDriver, type DriverSetUp } from './driver.ts'

const cityAt = (lat: number, lng: number): City => ({
  center: { lat, lng },
  bbox: [lng - 0.1, lat - 0.1, lng + 0.1, lat + 0.1],
})
const [before, after] = [cityAt(-34.9, -56.17), cityAt(47.14, 9.52)]
const areaOf = (city: City) => ({ city, home: homeOf(city, 0, 1) })

it('after the import of another map the car begins at a home there', async () => {
  let city = before
  const sent: Fix[] = []
  const answers = new Map<unknown, (body: never) => unknown>([
    [dispatchApi.day, () => ({ online: true, activeBooking: null, lastFixSeq: 0 })],
    [dispatchApi.offers, () => ({ rows: [] })],
    [
      placesApi.getRoute,
      ({ start, dest }: { start: City['center']; dest: City['center'] }) => {
        if (kmBetween(start, city.center) > 10) throw new AppError(422, 'out_of_region')
        const coords = [start, dest].map(({ lat, lng }) => ({ latitude: lat, longitude: lng }))
        return { coords, duration: 60 }
      },
    ],
    [
      trackingApi.send,
      ({ fixes }: { fixes: Fix[] }) => {
        sent.push(...fixes)
        city = after
        return { lastSeq: fixes.at(-1)?.seq, dropped: 0 }
      },
    ],
  ])
  const session = {
    enter: () => Promise.resolve('driver'),
    leave: () => Promise.resolve(),
    forget: () => undefined,
    token: () => undefined,
    upload: () => Promise.resolve(''),
    call: (endpoint: unknown, { body }: { body?: never }) =>
      Promise.resolve().then(() => answers.get(endpoint)?.(body as never)),
  } as unknown as DriverSetUp['session']
  const stop = new AbortController()
  const driver = await startDriver({
    // nothing listens there
    base: 'http://127.0.0.1:9',
    session,
    findArea: () => Promise.resolve(areaOf(city)),
    speed: 1,
    conductor: {} as DriverSetUp['conductor'],
    desk: {} as DriverSetUp['desk'],
    stopped: stop.signal,
    onError: (error) => {
      throw error
    },
  })
  try {
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1))
    const [first, second] = sent
    expect(kmBetween(first!, areaOf(before).home)).toBeLessThan(0.01)
    expect(kmBetween(second!, areaOf(after).home)).toBeLessThan(0.01)
  } finally {
    stop.abort()
    await driver.done
  }
})
