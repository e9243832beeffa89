/** Web Mercator. Positions are tiles from the north-west corner of the world at a zoom; coordinates degrees × 1e7. */
export const columnAt = (zoom: number, lng: number): number => (lng / 3.6e9 + 0.5) * 2 ** zoom

export const rowAt = (zoom: number, lat: number): number => {
  const sine = Math.sin((lat / 1e7 / 180) * Math.PI)
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return Math.min(1, Math.max(0, y)) * 2 ** zoom
}

export const lngOf = (zoom: number, column: number): number => (column / 2 ** zoom - 0.5) * 3.6e9

export const latOf = (zoom: number, row: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** zoom))) / Math.PI) * 1.8e9

/** The range of whole tiles of a box in degrees, both ends included. */
export const tileRange = (zoom: number, [west, south, east, north]: readonly [number, number, number, number]) => {
  const last = 2 ** zoom - 1
  const whole = (position: number): number => Math.min(last, Math.max(0, Math.floor(position)))
  return {
    left: whole(columnAt(zoom, west * 1e7)),
    right: whole(columnAt(zoom, east * 1e7)),
    top: whole(rowAt(zoom, north * 1e7)),
    bottom: whole(rowAt(zoom, south * 1e7)),
  }
}
