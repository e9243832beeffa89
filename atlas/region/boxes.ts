import type { Bbox } from '../osm/read-osm.ts'
import type { LatLng } from '../route/shape.ts'

export const isInBox = ([west, south, east, north]: Bbox, { lat, lng }: LatLng): boolean =>
  lat >= south && lat <= north && lng >= west && lng <= east

/** The box around boxes. */
export const around = (boxes: readonly Bbox[]): Bbox => [
  Math.min(...boxes.map(([west]) => west)),
  Math.min(...boxes.map(([, south]) => south)),
  Math.max(...boxes.map(([, , east]) => east)),
  Math.max(...boxes.map(([, , , north]) => north)),
]

/** The box that two boxes share; its sides are in the wrong order when there is none. */
export const overlapOf = (a: Bbox, b: Bbox): Bbox => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
]

/** Square degrees; 0 where the sides are in the wrong order. */
export const areaOf = ([west, south, east, north]: Bbox): number =>
  Math.max(0, east - west) * Math.max(0, north - south)

/** Replaces two boxes that belong together by the box around them, until none do. */
export const joined = (all: readonly Bbox[], belong: (a: Bbox, b: Bbox) => boolean): Bbox[] => {
  const boxes: Bbox[] = []
  for (const box of all) {
    let one = box
    for (let i = boxes.findIndex((other) => belong(one, other)); i >= 0;) {
      one = around([one, ...boxes.splice(i, 1)])
      i = boxes.findIndex((other) => belong(one, other))
    }
    boxes.push(one)
  }
  return boxes
}

/** Boxes this near to each other are neighbours, degrees: extracts are not cut at exactly the same line. */
const GAP = 0.01

type Position = readonly [lng: number, lat: number]

/** The lines around an area of boxes: their sides without the parts beyond which another box is. */
export const outlineOf = (boxes: readonly Bbox[]): (readonly [Position, Position])[] =>
  boxes.flatMap((box) => {
    const [west, south, east, north] = box
    const others = boxes.filter((other) => other !== box)
    const across = (lat: number, outside: number) => {
      const covered = others.filter((other) => other[1] <= outside && outside <= other[3])
      return without([west, east], covered.map((other) => [other[0], other[2]])).map(
        ([from, to]): [Position, Position] => [[from, lat], [to, lat]],
      )
    }
    const along = (lng: number, outside: number) => {
      const covered = others.filter((other) => other[0] <= outside && outside <= other[2])
      return without([south, north], covered.map((other) => [other[1], other[3]])).map(
        ([from, to]): [Position, Position] => [[lng, from], [lng, to]],
      )
    }
    return [...across(south, south - GAP), ...along(east, east + GAP), ...across(north, north + GAP), ...along(west, west - GAP)]
  }) // prettier-ignore

type Span = readonly [from: number, to: number]

const without = (span: Span, covered: readonly Span[]): Span[] =>
  covered.reduce<Span[]>(
    (left, [from, to]) =>
      left.flatMap(([start, end]): Span[] => {
        const before: Span = [start, Math.min(end, from)]
        const after: Span = [Math.max(start, to), end]
        return [before, after].filter(([a, b]) => a < b)
      }),
    [span],
  )
