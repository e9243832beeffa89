import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FleetCar } from '../map-props.ts'
import { fleetGroups } from './fleet-groups.ts'
import { GoogleMapsLoader, type LoaderWindow } from './load-google-maps.ts'
import { spotIn, viewOf } from './mercator.ts'

interface Script {
  src: string
  async: boolean
  onerror?: () => void
  removed: boolean
  remove(): void
}

/** A stub of a page that loads scripts only when the test tells it to. */
const page = () => {
  const scripts: Script[] = []
  const window = {
    document: {
      createElement: () => {
        const script: Script = { src: '', async: false, removed: false, remove: () => void (script.removed = true) }
        return script
      },
      head: { append: (script: Script) => void scripts.push(script) },
    },
  } as unknown as LoaderWindow & { remisGoogleMapsLoaded?: () => void }
  return { window, scripts }
}

const script = { key: 'browser-key', language: 'ar', region: 'UY' }
const api = { Map: class {} }

describe('the loader of Google’s map [design/maps-97]', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('loads the script once for all maps, in language and region [places-9]', async () => {
    const { window, scripts } = page()
    const loader = new GoogleMapsLoader(window)
    const [one, other] = [loader.load(script), loader.load({ ...script, language: 'es' })]
    expect(scripts).toHaveLength(1)
    const { origin, pathname, searchParams } = new URL(scripts[0]!.src)
    expect(origin + pathname).toBe('https://maps.googleapis.com/maps/api/js')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      key: 'browser-key',
      language: 'ar',
      region: 'UY',
      loading: 'async',
      callback: 'remisGoogleMapsLoaded',
    })
    const libraries: string[] = []
    window.google = {
      maps: {
        importLibrary: async (name) => {
          libraries.push(name)
          return api
        },
      },
    }
    window.remisGoogleMapsLoaded?.()
    expect(await one).toBe(api)
    expect(await other).toBe(api)
    expect(libraries).toEqual(['maps'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await loader.load(script)).toBe(api)
    expect(scripts).toHaveLength(1)
  })

  test('a script that fails or is late rejects, and the next map tries again', async () => {
    const { window, scripts } = page()
    const loader = new GoogleMapsLoader(window, 10_000)
    const first = loader.load(script)
    scripts[0]!.onerror?.()
    await expect(first).rejects.toThrow('did not load')
    expect(scripts[0]!.removed).toBe(true)
    const late = expect(loader.load(script)).rejects.toThrow('in time')
    expect(scripts).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(10_001)
    await late
    const third = loader.load(script)
    window.google = { maps: { importLibrary: async () => api } }
    window.remisGoogleMapsLoaded?.()
    expect(await third).toBe(api)
  })

  test('a script without libraries rejects', async () => {
    const { window } = page()
    const loading = new GoogleMapsLoader(window).load(script)
    window.remisGoogleMapsLoaded?.()
    await expect(loading).rejects.toThrow('libraries')
  })

  test('a refused key is reported to all maps on the page, and later maps do not retry', async () => {
    const { window, scripts } = page()
    const loader = new GoogleMapsLoader(window)
    const told = vi.fn()
    const end = loader.onRefused(told)
    const silent = vi.fn()
    loader.onRefused(silent)()
    const loading = loader.load(script)
    window.google = { maps: { importLibrary: async () => api } }
    window.remisGoogleMapsLoaded?.()
    await loading
    window.gm_authFailure?.()
    expect(told).toHaveBeenCalledTimes(1)
    expect(silent).not.toHaveBeenCalled()
    end()
    await expect(loader.load(script)).rejects.toThrow('refuses')
    expect(scripts).toHaveLength(1)
  })
})

describe('the camera', () => {
  const frame = { width: 800, height: 600 }
  const padding = { top: 40, bottom: 80, left: 60, right: 20 }
  const places = [
    { lat: -34.9066, lng: -56.1996 },
    { lat: -34.8938, lng: -56.166 },
    { lat: -34.86, lng: -56.1 },
  ]

  test('the view shows all points inside the padding, and one zoom closer would not', () => {
    const view = viewOf(places, frame, padding, 16)
    const inside = (zoomed: typeof view) =>
      places.every((place) => {
        const { x, y } = spotIn(zoomed, frame, place)
        return x >= 59 && x <= 781 && y >= 39 && y <= 521
      })
    expect(inside(view)).toBe(true)
    expect(inside({ ...view, zoom: view.zoom + 1 })).toBe(false)
    const xs = places.map((place) => spotIn(view, frame, place).x)
    expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo((60 + 780) / 2, 6)
  })

  test('one point is in the middle, at most at the closest zoom; a frame without room is no error', () => {
    const view = viewOf(places.slice(0, 1), frame, padding, 16)
    expect(view.zoom).toBe(16)
    const { x, y } = spotIn(view, frame, places[0]!)
    expect([Math.round(x), Math.round(y)]).toEqual([420, 280])
    const { center, zoom } = viewOf(places, { width: 0, height: 0 }, padding, 16)
    expect(zoom).toBeLessThan(8)
    expect(Number.isFinite(center.lat + center.lng + zoom)).toBe(true)
  })
})

describe('cars close to each other', () => {
  const car = (id: string, lat: number): FleetCar => ({
    id,
    at: { lat, lng: -56.16 },
    heading: null,
    state: 'free',
    stale: false,
  })
  const cars = [car('a', -34.9), car('b', -34.9001), car('c', -34.5)]

  test('are grouped when zoomed out and single when zoomed in; each car is in exactly one group', () => {
    const far = fleetGroups(cars, 10)
    expect(far.map((sign) => (sign.kind === 'group' ? sign.count : sign.car.id))).toEqual([2, 'c'])
    expect(fleetGroups(cars, 16).map(({ kind }) => kind)).toEqual(['car', 'car', 'car'])
    for (const zoom of [0, 5, 13]) {
      const total = fleetGroups(cars, zoom).reduce((sum, sign) => sum + (sign.kind === 'group' ? sign.count : 1), 0)
      expect(total).toBe(3)
    }
  })
})
