export interface LatLng {
  readonly lat: number
  readonly lng: number
}

/** [fare-14] */
export const kmPerMile = 1.609344

/** km in the unit of the tariff. */
export const inUnit = (km: number, unit: DistanceUnit): number => (unit === 'mile' ? km / kmPerMile : km)

export type DistanceUnit = 'km' | 'mile'

/** A distance in km, rounded to the metre: distances are stored and sent so. */
export const toMetre = (km: number): number => Math.round(km * 1000) / 1000

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Straight line in km on a sphere of radius 6371.0088 km (haversine); error up to 0.5 %. */
export const kmBetween = (a: LatLng, b: LatLng): number => {
  const dLat = radians(b.lat - a.lat)
  const dLng = radians(b.lng - a.lng)
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)))
}
