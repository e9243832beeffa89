import type { LatLng } from '@remis/domain/kit/distance'
import { locationFailure } from '../platform/location-failure.ts'

export type OwnPlace = { readonly at: LatLng } | { readonly failed: ReturnType<typeof locationFailure> }

/** The map does not wait longer for a reader who does not answer the browser's question [design/dashboard-4]. */
const answerMs = 2000

const refused: OwnPlace = { failed: 'allow_location' }

/** Before the browser is asked: a page without a secure address has no geolocation. */
export const firstPlace = (): OwnPlace | undefined => ('geolocation' in navigator ? undefined : refused)

/**
 * Tells where the reader is: the position or why there is none, and before that `allow_location` when the browser has
 * not answered in time. Returns a function that ends it.
 */
export const followPlace = (tell: (place: OwnPlace) => void): (() => void) => {
  if (firstPlace() !== undefined) return () => undefined
  let isOver = false
  const late = setTimeout(() => tell(refused), answerMs)
  const end = () => {
    isOver = true
    clearTimeout(late)
  }
  const answer = (place: OwnPlace) => {
    if (isOver) return
    end()
    tell(place)
  }
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => answer({ at: { lat: coords.latitude, lng: coords.longitude } }),
    (error) => answer({ failed: locationFailure(error) }),
    { timeout: 8000, maximumAge: 600_000 },
  )
  return end
}
