import type { Suggestion } from '@remis/domain/places/places-api'
import { placesCalls } from '@remis/domain/places/places-routes'
import { languageOnly } from '@remis/domain/texts/languages'
import { call } from '../platform/api/call.ts'
import { isDenied, locationFailure } from '../platform/location-failure.ts'
import { samePlace, type Place } from './place.ts'
import { useState } from 'react'
import { useLanguage } from '../platform/i18n.ts'
import { keyOf } from '../platform/show-message.ts'

/** The coordinates of a suggestion. Throws AppError; the picker shows `google_places_error` [places-3]. */
export const placeOf = async (suggestion: Suggestion): Promise<Place> => {
  const { coords } = await call(placesCalls.getCoords, { body: { place_id: suggestion.place_id } })
  return { ...coords, add: suggestion.description, place_id: suggestion.place_id }
}

const locate = (options: PositionOptions): Promise<GeolocationPosition> =>
  new Promise((found, failed) => navigator.geolocation.getCurrentPosition(found, failed, options))

const precise: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 }
/** By the network, which also works indoors. */
const rough: PositionOptions = { enableHighAccuracy: false, timeout: 10_000, maximumAge: 300_000 }

/** From this error on the reader is asked to check the address, metres [design/web-192]. */
const roughFrom = 100
/** From this error on the position is in another part of the town, metres. */
const uselessFrom = 2000

/** The device's position, precise or else rough [design/web-159]. */
const locateOrFail = async (): Promise<
  GeolocationPosition | { readonly failed: ReturnType<typeof locationFailure> }
> => {
  if (!('geolocation' in navigator)) return { failed: 'allow_location' }
  try {
    return await locate(precise).catch((error: unknown) => {
      if (isDenied(error)) throw error
      return locate(rough)
    })
  } catch (error) {
    return { failed: locationFailure(error) }
  }
}

export type OwnPlace =
  | {
      readonly place: Place
      /** the street where the car can stop, when none can drive to the place itself */
      readonly meetOn: string | null
      /** the device knows the position only roughly */
      readonly rough: boolean
    }
  | {
      readonly failed:
        | 'allow_location'
        | 'location_not_found'
        | 'location_inexact'
        | 'google_places_error'
        | 'out_of_region'
        | 'fetch_call_error'
    }

/** The device's position with its address; the browser asks for permission. */
export const findOwnPlace = async (failureOf: (error: unknown) => string, language: string): Promise<OwnPlace> => {
  const located = await locateOrFail()
  if ('failed' in located) return located
  const { latitude, longitude, accuracy } = located.coords
  if (accuracy > uselessFrom) return { failed: 'location_inexact' }
  const at = { lat: latitude, lng: longitude }
  try {
    const { address, road } = await call(placesCalls.getAddress, { body: { latlng: `${at.lat},${at.lng}`, language } })
    return { place: { ...at, add: address }, meetOn: road?.street ?? null, rough: accuracy > roughFrom }
  } catch (error) {
    const key = failureOf(error)
    return { failed: key === 'out_of_region' || key === 'fetch_call_error' ? key : 'google_places_error' }
  }
}

type Failure = Extract<OwnPlace, { failed: unknown }>['failed']
type Found = Extract<OwnPlace, { place: unknown }>

/**
 * "Use my location": position from the browser, then its address. `begin` answers whether the answer is still wanted
 * when it comes.
 */
export const useOwnPlace = (begin: () => () => boolean, onFound: (place: Place) => void) => {
  const language = languageOnly(useLanguage().current.langLocale)
  const [finding, setFinding] = useState(false)
  const [failed, setFailed] = useState<Failure | null>(null)
  const [found, setFound] = useState<Found | null>(null)
  const find = () => {
    setFinding(true)
    setFailed(null)
    const isWanted = begin()
    void findOwnPlace(keyOf, language)
      .then((own) => {
        if (!isWanted()) return
        if ('failed' in own) return setFailed(own.failed)
        setFound(own)
        onFound(own.place)
      })
      .finally(() => setFinding(false))
  }
  /** What is to be said of the found place while it is the chosen one. */
  const noteOn = (value: Place | null): Found | null =>
    found !== null && value !== null && samePlace(found.place, value) ? found : null
  return { finding, failed, find, forget: () => setFailed(null), noteOn }
}
