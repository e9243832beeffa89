import type { LatLng } from './distance.ts'

/** The points of an encoded polyline of precision 5, as maps and quotes carry them; what is cut off at its end is left out. */
export const decodeLine = (encoded: string): LatLng[] => {
  const points: LatLng[] = []
  let place = 0
  const next = (): number => {
    let bits = 0
    for (let shift = 0; place < encoded.length; shift += 5) {
      const five = encoded.charCodeAt(place++) - 63
      bits |= (five & 31) << shift
      if (five < 32) return bits & 1 ? ~(bits >> 1) : bits >> 1
    }
    return Number.NaN
  }
  let [lat, lng] = [0, 0]
  while (place < encoded.length) {
    lat += next()
    lng += next()
    if (Number.isNaN(lat) || Number.isNaN(lng)) break
    points.push({ lat: lat / 1e5, lng: lng / 1e5 })
  }
  return points
}
