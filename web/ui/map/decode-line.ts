import { decode } from '@googlemaps/polyline-codec'
import type { LatLng } from '@remis/domain/kit/distance'

/** The points of an encoded polyline of precision 5; none for an empty one. */
export const decodeLine = (encoded: string): LatLng[] => decode(encoded, 5).map(([lat, lng]) => ({ lat, lng }))
