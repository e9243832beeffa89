import type { LatLng } from '@remis/domain/kit/distance'
import type { MapBox } from './map-props.ts'

interface Spot {
  readonly x: number
  readonly y: number
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** South-west and north-east corner, as MapLibre takes them: [lng, lat]. */
export const boundsOf = (points: readonly LatLng[]): [[number, number], [number, number]] => {
  const lats = points.map((point) => point.lat)
  const lngs = points.map((point) => point.lng)
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ]
}

/** Whether all points are in the box and span at least a fifth of one side, so that zooming in would not help much. */
export const roomy = (spots: readonly Spot[], box: Box): boolean => {
  const xs = spots.map((spot) => spot.x)
  const ys = spots.map((spot) => spot.y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  if (left < box.left || right > box.right || top < box.top || bottom > box.bottom) return false
  if (spots.length === 1) return true
  return (right - left) / (box.right - box.left) > 0.2 || (bottom - top) / (box.bottom - box.top) > 0.2
}

/** Fraction of its size that the view may extend beyond the map at each side, so that a panel never covers its edge. */
const beyond = 0.5

/** West, south, east, north. */
export type Extent = readonly [number, number, number, number]

/**
 * How far the camera goes: the areas of the map and some space around each, and every point it has to show.
 * @param extents the areas, at least one
 */
export const limitsOf = (extents: readonly Extent[], points: readonly LatLng[]): [number, number, number, number] => {
  const sizes = extents.map(([west, south, east, north]) => [(east - west) * beyond, (north - south) * beyond] as const)
  const [wide, high] = [Math.max(...sizes.map(([x]) => x)), Math.max(...sizes.map(([, y]) => y))]
  const boxes = [
    ...extents.map(([west, south, east, north], i) => {
      const [x, y] = sizes[i] ?? [0, 0]
      return [west - x, south - y, east + x, north + y] as const
    }),
    ...points.map(({ lat, lng }) => [lng - wide, lat - high, lng + wide, lat + high] as const),
  ]
  return [
    Math.max(-180, Math.min(...boxes.map(([west]) => west))),
    Math.max(-85, Math.min(...boxes.map(([, south]) => south))),
    Math.min(180, Math.max(...boxes.map(([, , east]) => east))),
    Math.min(85, Math.max(...boxes.map(([, , , north]) => north))),
  ]
}

/** Rounded outwards to 1/50 degree, so that small moves of the map reuse the cached query. */
export const roundedBox = (box: MapBox): MapBox => ({
  north: Math.min(90, Math.ceil(box.north * 50) / 50),
  south: Math.max(-90, Math.floor(box.south * 50) / 50),
  east: Math.min(180, Math.ceil(box.east * 50) / 50),
  west: Math.max(-180, Math.floor(box.west * 50) / 50),
})
