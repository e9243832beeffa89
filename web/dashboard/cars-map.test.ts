import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createInstance } from 'i18next'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import dashboard from '@remis/domain/texts/en/dashboard.json' with { type: 'json' }
import { queryClient } from '../platform/api/plain-call.ts'
import { serverNow } from '../platform/api/server-clock.ts'
import type { MapViewProps } from '../ui/map/map-props.ts'
import { CarsMap } from './CarsMap.tsx'
import { carsQuery } from './dashboard-queries.ts'
import { firstPlace, followPlace, type OwnPlace } from './own-place.ts'

const drawn = vi.hoisted((): { cars: readonly unknown[] } => ({ cars: [] }))
vi.mock('../ui/MapView.tsx', () => ({
  MapView: ({ fleet }: MapViewProps) => {
    drawn.cars = fleet?.cars ?? []
    return null
  },
}))
vi.mock('../platform/page/map-style.ts', () => ({ useMapStyle: () => ({}) }))
beforeEach(() => void vi.stubGlobal('navigator', {}))
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

const english = createInstance()
void english.init({ lng: 'en', resources: { en: { translation: dashboard } } })

const render = (): string => {
  const map = h(MantineProvider, null, h(CarsMap))
  const withTexts = h(I18nextProvider, { i18n: english }, map)
  return renderToStaticMarkup(h(QueryClientProvider, { client: queryClient }, withTexts))
}

it('the cars of an answer become stale while no newer one comes [design/tracking-47]', () => {
  const read = serverNow() - 600_000
  const car = { id: 'a', name: 'Driver One', lat: 1, lng: 1, heading: null, state: 'free' as const, at: read }
  const rows = [{ ...car, carType: null, image: null, vehicle_number: null, bookingId: null }]
  queryClient.setQueryData(carsQuery(null).queryKey, { now: read, rows, more: false })
  const counts = [...render().matchAll(/data-state="(\w+)".*?<span>(\d)<\/span>/g)].map(([, ...found]) => found)
  expect(drawn.cars).toMatchObject([{ id: 'a', stale: true }])
  expect(Object.fromEntries(counts)).toEqual({ free: '0', pickup: '0', trip: '0', stale: '1' })
})

/** A browser that answers when the test says so. */
const askedBrowser = () => {
  const asked: { found: PositionCallback; failed: PositionErrorCallback }[] = []
  const getCurrentPosition = (found: PositionCallback, failed: PositionErrorCallback) => asked.push({ found, failed })
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })
  const told: OwnPlace[] = []
  const end = followPlace((place) => told.push(place))
  return { ...asked[0]!, told, end }
}
const position = { coords: { latitude: -34, longitude: -56 } } as GeolocationPosition

it('the map waits 2 s for the answer to the browser’s question, and moves when it comes later [design/dashboard-4]', () => {
  vi.useFakeTimers()
  const { found, told } = askedBrowser()
  expect(firstPlace()).toBeUndefined()
  vi.advanceTimersByTime(1999)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  found(position)
  expect(told).toEqual([{ failed: 'allow_location' }, { at: { lat: -34, lng: -56 } }])
})

it.each([
  [1, 'allow_location'],
  [2, 'location_not_found'],
  [3, 'location_not_found'],
])('a position that fails with code %i says %s', (code, failed) => {
  vi.useFakeTimers()
  const browser = askedBrowser()
  browser.failed({ code } as GeolocationPositionError)
  vi.advanceTimersByTime(5000)
  expect(browser.told).toEqual([{ failed }])
})

it('a page that was left gets no answer', () => {
  vi.useFakeTimers()
  const { found, told, end } = askedBrowser()
  end()
  vi.advanceTimersByTime(5000)
  found(position)
  expect(told).toEqual([])
})
