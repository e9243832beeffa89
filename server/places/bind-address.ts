import { LRUCache } from 'lru-cache'
import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import { boundText, sameAddress } from '@remis/domain/places/address-text'
import { MapsError, type MapsProvider } from '../providers/maps/maps-provider.ts'

export interface GivenPlace extends LatLng {
  readonly add: string
  /** of the suggestion it was chosen from */
  readonly place_id?: string | undefined
}

/** The map's place for a text may be this far from the point, km: a house and its door, a square and its middle. */
const nearKm = 0.1

/**
 * Places asked for before: price, promo and booking ask for the same ones within minutes. Not kept longer, since
 * another map may come into use and Google's terms forbid storing its addresses.
 */
const keptAnswers = { max: 2000, ttl: 10 * 60_000 }
const kept = new WeakMap<MapsProvider, LRUCache<string, Promise<string>>>()

/**
 * The text of a place as it is stored and shown: a name that the map has for this point, else the map's address with
 * the given text after it in quotation marks, so that a driver sees which words are the rider's [design/access-86].
 * When the maps fail the text counts as the rider's words. It calls the maps, so never inside a transaction.
 */
export const bindAddress = async (maps: MapsProvider, { lat, lng, add, place_id }: GivenPlace): Promise<string> => {
  const answers = kept.get(maps) ?? new LRUCache<string, Promise<string>>(keptAnswers)
  kept.set(maps, answers)
  const key = JSON.stringify([lat.toFixed(6), lng.toFixed(6), add, place_id])
  const ask = (): Promise<string> => {
    const answer = textOf(maps, { lat, lng }, add, place_id)
    answers.set(key, answer)
    answer.catch(() => answers.get(key) === answer && answers.delete(key))
    return answer
  }
  const known = answers.get(key)
  // The shared request was another caller's, so its quota may be used up but not this caller's [design/maps-85].
  const answer = known?.catch((error: unknown) => {
    if (error instanceof MapsError && error.code === 'QUOTA') return ask()
    throw error
  })
  return (answer ?? ask()).catch((error: unknown) => {
    if (error instanceof MapsError) return boundText(add, null)
    throw error
  })
}

const textOf = async (maps: MapsProvider, point: LatLng, add: string, placeId: string | undefined): Promise<string> => {
  const isHere = (place: LatLng | null): boolean => place !== null && kmBetween(place, point) <= nearKm
  const chosen = placeId === undefined ? null : await orNull(maps.coords(placeId))
  if (chosen !== null && isHere(chosen) && sameAddress(chosen.label, add)) return chosen.label
  const onMap = await orNull(maps.address(point))
  const text = boundText(add, onMap)
  if (text === onMap || add.includes('“')) return text
  // A saved address, or a place of an earlier ride: it was chosen from a suggestion then.
  const found = await orNull(maps.autocomplete({ keyword: add.slice(0, 200), near: point }))
  const same = found?.find(({ description }) => sameAddress(description, add))
  return same !== undefined && isHere(await orNull(maps.coords(same.place_id))) ? same.description : text
}

/** Null where the maps know no such place; an outage is thrown. */
const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof MapsError && error.code !== 'UPSTREAM' && error.code !== 'QUOTA') return null
    throw error
  })
