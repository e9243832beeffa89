import type { LatLng } from '@remis/domain/kit/distance'

interface Spot {
  readonly x: number
  readonly y: number
}

interface Padding {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface View {
  readonly center: LatLng
  readonly zoom: number
}

/** Pixels of the world at zoom 0. */
const worldSize = 256
/** Where Web Mercator ends, degrees. */
const mostLat = 85.05

/** Pixels of the world map from its north-west corner. */
export const worldSpot = ({ lat, lng }: LatLng, zoom: number): Spot => {
  const size = worldSize * 2 ** zoom
  const sine = Math.sin((Math.max(-mostLat, Math.min(mostLat, lat)) * Math.PI) / 180)
  return { x: size * (lng / 360 + 0.5), y: size * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) }
}

const pointAt = ({ x, y }: Spot, zoom: number): LatLng => {
  const size = worldSize * 2 ** zoom
  const lat = Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size)))
  return { lat: (lat * 180) / Math.PI, lng: (x / size - 0.5) * 360 }
}

/** Where a point is in a frame that shows the view, pixels from its upper left corner. */
export const spotIn = (view: View, frame: { readonly width: number; readonly height: number }, point: LatLng): Spot => {
  const [at, middle] = [worldSpot(point, view.zoom), worldSpot(view.center, view.zoom)]
  return { x: frame.width / 2 + at.x - middle.x, y: frame.height / 2 + at.y - middle.y }
}

/** The closest whole zoom, at most `mostZoom`, that shows all points inside the padding. */
export const viewOf = (
  points: readonly LatLng[],
  frame: { readonly width: number; readonly height: number },
  padding: Padding,
  mostZoom: number,
): View => {
  const [wide, high] = [
    Math.max(1, frame.width - padding.left - padding.right),
    Math.max(1, frame.height - padding.top - padding.bottom),
  ]
  const spots = points.map((point) => worldSpot(point, 0))
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)]
  const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
  const scale = Math.min(wide / (box.right - box.left || 1e-9), high / (box.bottom - box.top || 1e-9))
  const zoom = Math.max(0, Math.min(mostZoom, Math.floor(Math.log2(scale))))
  const pixels = 2 ** zoom
  // The middle of the points is in the middle of what the padding leaves.
  const middle = {
    x: ((box.left + box.right) / 2) * pixels + (padding.right - padding.left) / 2,
    y: ((box.top + box.bottom) / 2) * pixels + (padding.bottom - padding.top) / 2,
  }
  return { center: pointAt(middle, zoom), zoom }
}
