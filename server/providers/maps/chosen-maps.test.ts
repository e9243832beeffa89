import { describe, expect, test } from 'vitest'
import { chosenMaps, type ChosenMapsOptions } from './chosen-maps.ts'
import type { MapsErrorCode } from './maps-provider.ts'
import { OutsidePlaceIds } from './outside/outside-place-ids.ts'
import { standInMaps, type StandInMaps } from './stand-in-maps.ts'
import { cityPoints } from './testing/emulated-city.ts'

const { a, b, abroad } = cityPoints
const placeIds = new OutsidePlaceIds(Buffer.alloc(32, 1))

/** The outside service gives the answers of the substitute, with another toll and other addresses. */
const open = (more: Partial<ChosenMapsOptions> = {}) => {
  const embedded = standInMaps()
  const outside: StandInMaps = standInMaps()
  outside.setToll(7)
  const places = { ...outside, address: async () => (await outside.address(a)) && 'outside' }
  const maps = chosenMaps({
    embedded,
    search: { service: 'photon', places },
    routing: outside,
    matching: outside,
    placeIds,
    ...more,
  })
  return { maps, embedded, outside }
}
const track = [a, b].map((point, i) => ({ ...point, at: i * 300_000 }))

describe('chosen maps [design/maps-80]', () => {
  test('each capability is asked of the chosen service', async () => {
    const { maps, embedded } = open()
    embedded.fail('UPSTREAM')
    expect((await maps.route(a, b)).tollKm).toBe(7)
    expect(await maps.address(a)).toBe('outside')
    expect((await maps.matchedDistance(track)).distance_in_km).toBeGreaterThan(1)
    expect(await maps.matrix([a], [b])).toHaveLength(1)
  })

  test('a capability that is not chosen stays with the embedded engine', async () => {
    const { maps, outside } = open({ search: undefined, routing: undefined, matching: undefined })
    outside.fail('UPSTREAM')
    expect((await maps.route(a, b)).tollKm).toBe(0)
    expect(await maps.address(a)).not.toBe('outside')
    expect(await maps.autocomplete({ keyword: 'plaza' })).toHaveLength(1)
  })

  test.each<[MapsErrorCode]>([['UPSTREAM'], ['QUOTA']])(
    'at %s the embedded engine answers, but never with a price [design/maps-81]',
    async (code) => {
      const { maps, outside } = open()
      outside.fail(code)
      expect(await maps.address(a)).not.toBe('outside')
      expect((await maps.locate(a)).address).not.toBe('')
      expect((await maps.driveTime(a, b)).distance_in_km).toBeGreaterThan(1)
      expect((await maps.matrix([a], [b]))[0]![0]).not.toBeNull()
      const [found] = await maps.autocomplete({ keyword: 'plaza', near: a })
      expect((await maps.coords(found!.place_id)).label).toBe(found!.description)
      await expect(maps.route(a, b)).rejects.toMatchObject({ code })
      await expect(maps.matchedDistance(track)).rejects.toMatchObject({ code })
    },
  )

  test('in an outage the matrix has the pairs inside the region; a missing route is no outage', async () => {
    const { maps, embedded, outside } = open()
    const answered = await maps.matrix([a, abroad], [b])
    embedded.fail('UPSTREAM')
    expect(await maps.matrix([a, abroad], [b])).toEqual(answered)
    embedded.fail(undefined)
    outside.fail('UPSTREAM')
    const [[near], [far]] = (await maps.matrix([a, abroad], [b])) as [[unknown], [unknown]]
    expect([near, far]).toEqual([expect.objectContaining({ duration_in_secs: expect.any(Number) }), null])
    expect(await maps.matrix([a], [abroad, b])).toEqual([[null, near]])
    await expect(maps.matrix([abroad], [a, b])).rejects.toMatchObject({ code: 'UPSTREAM' })
    embedded.fail('UPSTREAM')
    await expect(maps.matrix([a, abroad], [b])).rejects.toMatchObject({ code: 'UPSTREAM' })
  })

  test('outside the embedded region, and when the engine fails too, the error of the service is returned', async () => {
    const { maps, embedded, outside } = open()
    outside.fail('UPSTREAM')
    await expect(maps.driveTime(a, abroad)).rejects.toMatchObject({ code: 'UPSTREAM' })
    await expect(maps.matrix([a], [abroad])).rejects.toMatchObject({ code: 'UPSTREAM' })
    await expect(maps.autocomplete({ keyword: 'plaza', near: abroad })).rejects.toMatchObject({ code: 'UPSTREAM' })
    await expect(maps.autocomplete({ keyword: 'plaza', country: 'DE' })).rejects.toMatchObject({ code: 'UPSTREAM' })
    embedded.fail('NO_SEGMENT')
    await expect(maps.driveTime(a, b)).rejects.toMatchObject({ code: 'UPSTREAM' })
  })

  test.each<[MapsErrorCode]>([['NO_ROUTE'], ['NO_SEGMENT'], ['NOT_FOUND'], ['BAD_INPUT']])(
    '%s is an answer of the service and not an outage',
    async (code) => {
      const { maps, outside } = open()
      outside.fail(code)
      await expect(maps.driveTime(a, b)).rejects.toMatchObject({ code })
      await expect(maps.address(a)).rejects.toMatchObject({ code })
    },
  )

  test('place ids name their service and are signed; ids of another service are not found [design/maps-86]', async () => {
    const { maps } = open()
    const [found] = await maps.autocomplete({ keyword: 'plaza' })
    expect(found!.place_id).toMatch(/^photon~/)
    expect((await maps.coords(found!.place_id)).label).toBe(found!.description)
    await expect(maps.coords(`${found!.place_id}x`)).rejects.toMatchObject({ code: 'BAD_INPUT' })
    const google = placeIds.sign('google', 'ChIJ')!
    await expect(maps.coords(google)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(open({ search: undefined }).maps.coords(google)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('the style and the area of the operator replace those of the region', () => {
    const { maps } = open({
      styleUrl: 'https://tiles.example/{theme}/style.json?lang={language}',
      area: [10, 40, 12, 42],
    })
    expect(maps.style('dark', 'pt')).toEqual({ elsewhere: 'https://tiles.example/dark/style.json?lang=pt' })
    expect(maps.style('light', '../x')).toEqual({ elsewhere: 'https://tiles.example/light/style.json?lang=en' })
    expect(maps.region()).toMatchObject({ boxes: [[10, 40, 12, 42]], center: { lat: 41, lng: 11 }, countries: [] })
    expect(open().maps.style('dark')).toHaveProperty('style')
  })
})
