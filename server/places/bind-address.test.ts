import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MapsError } from '../providers/maps/maps-provider.ts'
import { standInMaps } from '../providers/maps/stand-in-maps.ts'
import { bindAddress } from './bind-address.ts'

/** A little beside the terminal, which is the nearest place with an address. */
const nearTerminal = { lat: -34.8939, lng: -56.1661 }
const terminal = 'Terminal Tres Cruces, Montevideo'
const plaza = { lat: -34.9066, lng: -56.1996 }
const idOf = ({ lat, lng }: { lat: number; lng: number }) => `stand-in:${lat},${lng}`

let maps: ReturnType<typeof standInMaps>
beforeEach(() => {
  maps = standInMaps()
})

describe('the text of a place [design/access-86]', () => {
  test('a text of the rider’s follows the map’s address, in quotation marks', async () => {
    const invented = { ...nearTerminal, add: 'Plaza Independencia 1, Montevideo' }
    expect(await bindAddress(maps, invented)).toBe(`${terminal} (“Plaza Independencia 1, Montevideo”)`)
  })

  test('a text that the map has for this point stays', async () => {
    expect(await bindAddress(maps, { ...nearTerminal, add: terminal })).toBe(terminal)
    // a place of the search, by its signed id and without it; its point has another address
    vi.spyOn(maps, 'address').mockResolvedValue('Avenida Uruguay 1')
    const place = { ...plaza, add: 'Plaza Independencia, Montevideo' }
    expect(await bindAddress(maps, { ...place, place_id: idOf(plaza) })).toBe(place.add)
    vi.spyOn(maps, 'autocomplete').mockImplementation(async () => [
      {
        description: place.add,
        place_id: idOf(plaza),
        structured_formatting: { main_text: '', main_text_matched_substrings: [], secondary_text: '' },
      },
    ])
    expect(await bindAddress(maps, place)).toBe(place.add)
  })

  test('the id of another place, or a forged one, proves nothing', async () => {
    const moved = { ...nearTerminal, add: 'Plaza Independencia, Montevideo' }
    for (const place_id of [idOf(plaza), idOf(nearTerminal), 'forged'])
      expect(await bindAddress(maps, { ...moved, place_id })).toBe(`${terminal} (“${moved.add}”)`)
  })

  test('when the maps fail, the text counts as the rider’s words, until they work again', async () => {
    maps.fail('UPSTREAM')
    // two quotes at once share the question
    const both = [1, 2].map(() => bindAddress(maps, { ...plaza, add: 'Blue gate' }))
    expect(await Promise.all(both)).toEqual(['“Blue gate”', '“Blue gate”'])
    maps.fail(undefined)
    expect(await bindAddress(maps, { ...plaza, add: 'Blue gate' })).toBe(
      'Plaza Independencia, Montevideo (“Blue gate”)',
    )
  })

  test('a used-up quota of one caller does not fail another caller’s request at the same time [design/maps-85]', async () => {
    vi.spyOn(maps, 'address').mockRejectedValueOnce(new MapsError('QUOTA', 'One person’s share is used up.'))
    const both = [1, 2].map(() => bindAddress(maps, { ...plaza, add: 'Blue gate' }))
    expect(await Promise.all(both)).toEqual(['“Blue gate”', 'Plaza Independencia, Montevideo (“Blue gate”)'])
  })

  test('asks the maps once for the same place, and keeps a bounded number of answers', async () => {
    const address = vi.spyOn(maps, 'address')
    for (let n = 0; n < 3; n++) await bindAddress(maps, { ...plaza, add: 'Blue gate' })
    expect(address).toHaveBeenCalledTimes(1)
    for (let n = 0; n < 2001; n++) await bindAddress(maps, { ...plaza, add: `Gate ${n}` })
    await bindAddress(maps, { ...plaza, add: 'Blue gate' })
    expect(address).toHaveBeenCalledTimes(2003)
  })

  test('an error that is not the maps’ is not hidden', async () => {
    vi.spyOn(maps, 'address').mockRejectedValue(new TypeError('a bug'))
    await expect(bindAddress(maps, { ...plaza, add: 'x' })).rejects.toThrow('a bug')
  })
})
