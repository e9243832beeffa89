import type { LatLng } from '@remis/domain/kit/distance'

/** Opens the phone's map app with the way to a point; on a desk, OpenStreetMap's directions. */
export const navigationLink = ({ lat, lng }: LatLng, label: string, userAgent: string): string => {
  const point = `${lat},${lng}`
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `maps://?daddr=${point}&dirflg=d`
  if (/Android/.test(userAgent)) return `geo:${point}?q=${point}(${encodeURIComponent(label)})`
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(point)}`
}
