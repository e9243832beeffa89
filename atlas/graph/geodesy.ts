/** Mean radius of the Earth in metres, for haversine distances. */
const EARTH = 6_371_008.8

/** Metres per step of 1e-7 degree along a meridian. */
export const METRES = ((EARTH * Math.PI) / 180) * 1e-7

export const radians = (fixed: number): number => (fixed * 1e-7 * Math.PI) / 180

/** Metres between two spots (degrees × 1e7). On a plane near the spot: relative error below 1e-6 up to 10 km. */
export const metresBetween = (latA: number, lngA: number, latB: number, lngB: number): number => {
  const dy = (latB - latA) * METRES
  const dx = (lngB - lngA) * METRES * Math.cos(radians((latA + latB) / 2))
  return Math.sqrt(dx * dx + dy * dy)
}
