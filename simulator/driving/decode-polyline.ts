import { createRequire } from 'node:module'
import type { LatLng } from '@remis/domain/kit/distance'

// Node finds no named exports in this package's build, so it is asked for by require.
const codec = createRequire(import.meta.url)(
  '@googlemaps/polyline-codec',
) as typeof import('@googlemaps/polyline-codec')

/** The points of an encoded polyline of precision 5, as quotes and routes carry it. */
export const decodePolyline = (encoded: string): LatLng[] =>
  codec.decode(encoded, 5).map(([lat, lng]) => ({ lat, lng }))
