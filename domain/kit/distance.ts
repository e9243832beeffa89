export interface LatLng {
  readonly lat: number
  readonly lng: number
}

/** spec 1 §9 */
export const kmPerMile = 1.609344

/** km to the unit of the tariff (spec 1 §5: kilometres are divided by 1.609344 when convert_to_mile is on). */
export const inUnit = (km: number, unit: DistanceUnit): number => (unit === 'mile' ? km / kmPerMile : km)

export type DistanceUnit = 'km' | 'mile'

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Straight line in km on a sphere of 6371.0088 km (haversine), exact to 0.5 %. */
export const kmBetween = (a: LatLng, b: LatLng): number => {
  const dLat = radians(b.lat - a.lat)
  const dLng = radians(b.lng - a.lng)
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)))
}
