import { clipRing } from './clip-ring.ts'
import type { MapFeature } from './map-feature.ts'
import { columnAt, latOf, lngOf, rowAt } from './mercator.ts'

/** A feature this near to a tile is in it too, so that labels and wide lines continue across its edge; in tiles. */
export const MARGIN = 128 / 4096

/** Tiles, both ends included. */
interface Range {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/**
 * Calls `add` for each tile of the zoom that a feature touches, with the feature or the part of it in that tile. Areas
 * are halved again and again, so that a sea with a million points costs no more than its points times the number of
 * halvings.
 */
export const spreadFeature = (
  feature: MapFeature,
  zoom: number,
  add: (column: number, row: number, part: MapFeature) => void,
): void => {
  const range = rangeOf(feature.parts, zoom)
  if (range.left === range.right && range.top === range.bottom) add(range.left, range.top, feature)
  else if (feature.kind === 'area') halve(feature, feature.parts, zoom, range, add)
  else for (const [column, row] of touched(feature.parts[0]!, zoom)) add(column, row, feature)
}

const rangeOf = (parts: readonly Int32Array[], zoom: number): Range => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  // Holes lie inside the outer ring.
  const outer = parts[0]!
  for (let i = 0; i < outer.length; i += 2) {
    west = Math.min(west, outer[i]!)
    east = Math.max(east, outer[i]!)
    south = Math.min(south, outer[i + 1]!)
    north = Math.max(north, outer[i + 1]!)
  }
  return tilesOf(zoom, west, south, east, north)
}

const tilesOf = (zoom: number, west: number, south: number, east: number, north: number): Range => {
  const last = 2 ** zoom - 1
  const clamp = (tile: number): number => Math.min(last, Math.max(0, tile))
  return {
    left: clamp(Math.floor(columnAt(zoom, west) - MARGIN)),
    right: clamp(Math.floor(columnAt(zoom, east) + MARGIN)),
    top: clamp(Math.floor(rowAt(zoom, north) - MARGIN)),
    bottom: clamp(Math.floor(rowAt(zoom, south) + MARGIN)),
  }
}

/** The tiles of the boxes of a line's segments, each once. */
const touched = (line: Int32Array, zoom: number): [number, number][] => {
  const tiles = new Map<number, [number, number]>()
  for (let i = 0; i < line.length; i += 2) {
    const next = i + 2 < line.length ? i + 2 : i
    const { left, right, top, bottom } = tilesOf(
      zoom,
      Math.min(line[i]!, line[next]!),
      Math.min(line[i + 1]!, line[next + 1]!),
      Math.max(line[i]!, line[next]!),
      Math.max(line[i + 1]!, line[next + 1]!),
    )
    for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) tiles.set(x * 2 ** 26 + y, [x, y])
  }
  return [...tiles.values()]
}

const halve = (
  feature: MapFeature,
  parts: readonly Int32Array[],
  zoom: number,
  range: Range,
  add: (column: number, row: number, part: MapFeature) => void,
): void => {
  const { left, right, top, bottom } = range
  if (left === right && top === bottom) {
    add(left, top, { ...feature, parts })
    return
  }
  const wide = right - left >= bottom - top
  const middle = wide ? (left + right) >> 1 : (top + bottom) >> 1
  const halves = wide
    ? ([
        [0, lngOf(zoom, middle + 1 + MARGIN), 'below', { ...range, right: middle }],
        [0, lngOf(zoom, middle + 1 - MARGIN), 'above', { ...range, left: middle + 1 }],
      ] as const)
    : ([
        [1, latOf(zoom, middle + 1 + MARGIN), 'above', { ...range, bottom: middle }],
        [1, latOf(zoom, middle + 1 - MARGIN), 'below', { ...range, top: middle + 1 }],
      ] as const)
  for (const [axis, limit, keep, half] of halves) {
    const outer = clipRing(parts[0]!, axis, limit, keep)
    if (outer.length === 0) continue
    const holes = parts.slice(1).map((hole) => clipRing(hole, axis, limit, keep))
    halve(feature, [outer, ...holes.filter((hole) => hole.length > 0)], zoom, half, add)
  }
}
