import type { LatLng } from './shape.ts'

/** Google's encoded polyline, precision 5: what the spec's `polylinePoints` holds. */
export const encodePolyline = (line: readonly LatLng[]): string => {
  let text = ''
  let lat = 0
  let lng = 0
  for (const point of line) {
    const nextLat = Math.round(point.lat * 1e5)
    const nextLng = Math.round(point.lng * 1e5)
    text += number(nextLat - lat) + number(nextLng - lng)
    lat = nextLat
    lng = nextLng
  }
  return text
}

const number = (value: number): string => {
  let rest = value < 0 ? ~(value << 1) : value << 1
  let text = ''
  for (; rest >= 0x20; rest >>= 5) text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63)
  return text + String.fromCharCode(rest + 63)
}
