import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/api/plain-call.ts'
import { sessionQuery } from '../platform/api/session.ts'
import { findOwnPlace } from './find-place.ts'

beforeEach(() => void queryClient.setQueryData(sessionQuery.queryKey, null))
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** A device that answers each request of a position with one of these: a code of an error, or a latitude. */
const device = (
  ...answers: readonly ({ readonly code: number } | { readonly lat: number; readonly accuracy?: number })[]
) => {
  const asked: PositionOptions[] = []
  vi.stubGlobal('navigator', {
    geolocation: {
      getCurrentPosition: (found: PositionCallback, failed: PositionErrorCallback, options: PositionOptions) => {
        const answer = answers[asked.push(options) - 1]
        if (answer === undefined) throw new Error('asked too often')
        if ('code' in answer) failed(answer as GeolocationPositionError)
        else
          found({
            coords: { latitude: answer.lat, longitude: -56, accuracy: answer.accuracy ?? 5 },
          } as GeolocationPosition)
      },
    },
  })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  return asked
}
const find = () => findOwnPlace(() => 'fetch_call_error', 'en')

it('asks to allow access where it is denied, or where there is no geolocation', async () => {
  device({ code: 1 })
  expect(await find()).toEqual({ failed: 'allow_location' })
  vi.stubGlobal('navigator', {})
  expect(await find()).toEqual({ failed: 'allow_location' })
})

it('asks again for a rough and older position after a timeout [design/web-159]', async () => {
  const asked = device({ code: 3 }, { lat: -34 })
  expect(await find()).toEqual({ failed: 'fetch_call_error' })
  expect(asked.map(({ enableHighAccuracy }) => enableHighAccuracy)).toEqual([true, false])
  expect(asked[1]!.maximumAge).toBeGreaterThan(asked[0]!.maximumAge!)
})

it.each([2, 3])('says that the position was not found after the second try, code %i', async (code) => {
  device({ code }, { code })
  expect(await find()).toEqual({ failed: 'location_not_found' })
})

it.each([
  [20, false],
  [400, true],
])('marks a position that is wrong by up to %i m as rough: %s [design/web-192]', async (accuracy, rough) => {
  device({ lat: -34, accuracy })
  vi.stubGlobal('fetch', async () => Response.json({ address: 'Colonia 1234', road: null }))
  expect(await find()).toMatchObject({ place: { lat: -34 }, rough })
})

it('does not take a position that is wrong by kilometres [design/web-192]', async () => {
  device({ lat: -34, accuracy: 5000 })
  expect(await find()).toEqual({ failed: 'location_inexact' })
})
