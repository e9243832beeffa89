import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { actorsAt, type Actor } from '../testing/actors.ts'
import { openSession, trial } from '../testing/steps.ts'

const base = inject('quietCity')
const open = actorsAt(base, {}, { map: true })
let driver: Actor

beforeAll(async () => {
  driver = await open('arabic-map')
})

/** "King Abdulaziz Street 12": letters that join, and a number that runs in the other direction */
const name = 'شارع الملك عبد العزيز 12'
const size = 48

/** The city's own style with only one name on white, below the middle of the map. */
const onlyTheName = async ({ page }: Actor): Promise<void> => {
  const { map } = (await (await fetch(`${base}/api/settings/public`)).json()) as PublicSettings
  const coordinates = [map.center?.lng ?? 0, map.center?.lat ?? 0]
  await page.route('**/maps/style-light.json?*', async (route) => {
    const response = await route.fetch()
    const style = (await response.json()) as Record<string, unknown>
    const spot = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } }
    await route.fulfill({
      response,
      json: {
        ...style,
        sources: { one: { type: 'geojson', data: spot } },
        layers: [
          { id: 'ground', type: 'background', paint: { 'background-color': '#ffffff' } },
          {
            id: 'name',
            type: 'symbol',
            source: 'one',
            layout: {
              'text-field': name,
              'text-font': ['Noto Sans Regular'],
              'text-size': size,
              'text-max-width': 100,
              'text-offset': [0, 2],
            },
            paint: { 'text-color': '#000000' },
          },
        ],
      },
    })
  })
}

/**
 * The amount of ink in each of 200 columns between the first and the last, in the part of the picture below the middle.
 */
const inkOf = (page: Page, png: string): Promise<number[]> =>
  page.evaluate(async (source) => {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const pen = canvas.getContext('2d')!
    pen.drawImage(image, 0, 0)
    const { data } = pen.getImageData(0, 0, image.width, image.height)
    const columns = Array.from({ length: image.width }, (_, x) => {
      let ink = 0
      for (let y = 0; y < image.height; y++) ink += 255 - data[(y * image.width + x) * 4]!
      return ink
    })
    const first = columns.findIndex((ink) => ink > 255)
    const last = columns.findLastIndex((ink) => ink > 255)
    const width = last - first + 1
    return Array.from({ length: 200 }, (_, i) => {
      const [from, to] = [first + (i * width) / 200, first + ((i + 1) * width) / 200]
      const part = columns.slice(Math.floor(from), Math.max(Math.floor(from) + 1, Math.floor(to)))
      return part.reduce((sum, ink) => sum + ink, 0) / part.length
    })
  }, png)

/** The same text as the browser draws it, or with unjoined letters in reading order, which would be wrong. */
const written = (page: Page, how: 'joined' | 'apart'): Promise<string> =>
  page.evaluate(
    async ({ words, look, px }) => {
      const canvas = document.createElement('canvas')
      canvas.width = 1200
      canvas.height = 120
      const pen = canvas.getContext('2d')!
      const files = ['noto-sans-arabic-arabic-wght-normal', 'noto-sans-latin-400-normal']
      for (const file of files) document.fonts.add(await new FontFace(file, `url(/maps/fonts/${file}.woff2)`).load())
      pen.fillStyle = '#ffffff'
      pen.fillRect(0, 0, 1200, 120)
      pen.fillStyle = '#000000'
      pen.font = `400 ${px}px ${files.join(', ')}`
      pen.direction = 'rtl'
      pen.textAlign = 'left'
      let x = 20
      if (look === 'joined') pen.fillText(words, x, 75)
      else
        for (const letter of words) {
          pen.fillText(letter, x, 75)
          x += pen.measureText(letter).width
        }
      return canvas.toDataURL()
    },
    { words: name, look: how, px: size },
  )

/** 1: the same picture, 0: nothing in common. */
const likeness = (a: readonly number[], b: readonly number[]): number => {
  const mean = (row: readonly number[]) => row.reduce((sum, value) => sum + value, 0) / row.length
  const [ma, mb] = [mean(a), mean(b)]
  const product = (one: readonly number[], m1: number, two: readonly number[], m2: number) =>
    one.reduce((sum, value, i) => sum + (value - m1) * (two[i]! - m2), 0)
  return product(a, ma, b, mb) / Math.sqrt(product(a, ma, a, ma) * product(b, mb, b, mb))
}

// MapLibre joins and orders the letters without its plugin, which is therefore not loaded.
test('the map writes Arabic names as they are read: joined, from right to left', async () => {
  const { page } = driver
  await openSession(driver, trial('Driver Six'))
  await onlyTheName(driver)
  await page.goto('/drive')
  await page.locator('[data-map=idle]').waitFor()
  await driver.picture('name')
  const box = (await page.locator('.maplibregl-canvas').boundingBox())!
  // below the panel
  const clip = { x: 380, y: box.y + box.height / 2 + 85, width: 1040, height: 130 }
  const shot = `data:image/png;base64,${(await page.screenshot({ clip })).toString('base64')}`
  const [map, joined, apart] = [
    await inkOf(page, shot),
    await inkOf(page, await written(page, 'joined')),
    await inkOf(page, await written(page, 'apart')),
  ]
  expect(likeness(map, joined), 'as the browser writes it').toBeGreaterThan(0.8)
  expect(likeness(map, apart), 'as letters one after the other').toBeLessThan(0.5)
  expect(driver.complaints).toEqual([])
})

test('the map of the dashboard begins at the reader’s own place at zoom 10 [places-10] [design/dashboard-4]', async () => {
  const own = { lat: -34.87, lng: -56.17 }
  const admin = await open('admin-map', { at: own })
  const { page } = admin
  await openSession(admin, trial('Admin One'))
  const firstView = page.waitForRequest(/\/api\/dashboard\/cars\?.*north=/)
  await page.goto('/dashboard')
  const view = new URL((await firstView).url()).searchParams
  const [west, east, south, north] = ['west', 'east', 'south', 'north'].map((side) => Number(view.get(side)))
  // the width of the map in degrees, which is asked for rounded up to fiftieths
  const { width } = (await page.locator('.maplibregl-canvas').boundingBox())!
  const degrees = (width * 360) / (512 * 2 ** 10)
  expect(east! - west!).toBeGreaterThan(degrees - 0.001)
  expect(east! - west!).toBeLessThan(degrees + 0.041)
  expect(Math.abs((east! + west!) / 2 - own.lng)).toBeLessThan(0.03)
  expect(Math.abs((north! + south!) / 2 - own.lat)).toBeLessThan(0.03)
  expect(admin.complaints).toEqual([])
})

test('close cars are one circle that comes nearer when it is pressed; a pressed car leads to its driver and its booking [design/dashboard-3]', async () => {
  const own = { lat: -34.87, lng: -56.17 }
  const admin = await open('admin-cars', { at: own })
  const { page } = admin
  const now = Date.now()
  const car = { vehicle_number: 'SAB 1234', carType: 'Economy', image: null, heading: null, lat: own.lat }
  const rows = [
    { ...car, id: 'west', name: 'Driver West', state: 'trip', bookingId: 'B000000001', lng: own.lng - 0.0007, at: now },
    {
      ...car,
      id: 'east',
      name: 'Driver East',
      state: 'free',
      bookingId: null,
      lng: own.lng + 0.0007,
      at: now - 120_000,
    },
  ]
  const widths: number[] = []
  await page.route('**/api/dashboard/cars?*', (route) => {
    const view = new URL(route.request().url()).searchParams
    widths.push(Number(view.get('east')) - Number(view.get('west')))
    return route.fulfill({ json: { now, rows, more: false } })
  })
  await openSession(admin, trial('Admin One'))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'With a rider 1' }).waitFor()
  // its position is two minutes old
  await page.getByRole('button', { name: 'No recent position 1' }).waitFor()
  const map = page.getByRole('region', { name: 'Map of active drivers' })
  await map.locator('[data-map=idle]').waitFor()
  const { width, height } = (await page.locator('.maplibregl-canvas').boundingBox())!
  const press = (right: number) =>
    page.locator('.maplibregl-canvas').click({ position: { x: width / 2 + right, y: height / 2 } })
  const wide = widths.at(-1) ?? 0
  await press(0)
  await expect.poll(() => widths.at(-1)).toBeLessThan(wide / 4)
  // Until the cars of the nearer view are drawn, a press would hit the circle and zoom again.
  let before = ''
  await expect
    .poll(async () => {
      const last = before
      before = (await page.locator('.maplibregl-canvas').screenshot()).toString('base64')
      return before === last
    })
    .toBe(true)
  // 16 px from the middle at zoom 14, where cars are no longer put together
  await press(-16)
  await map.getByRole('link', { name: 'Open driver: Driver West' }).waitFor()
  await map.getByRole('link', { name: 'Open booking: B000000001' }).waitFor()
  await admin.picture('car')
  await map.getByRole('button', { name: 'Close' }).click()
  await press(16)
  await map.getByRole('link', { name: 'Open driver: Driver East' }).waitFor()
  await page.getByRole('button', { name: 'No recent position 1' }).click()
  await map.getByRole('link', { name: 'Open driver: Driver East' }).waitFor({ state: 'hidden' })
  expect(admin.complaints).toEqual([])
})
