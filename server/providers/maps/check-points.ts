import { isInBox, reachOf } from '@remis/atlas'
import { MapsError, type Bbox, type Point, type Region, type TrackFix } from './maps-provider.ts'

export const MOST_PAIRS = 2500
export const FEWEST_FIXES = 2
export const MOST_FIXES = 500

/** @throws MapsError BAD_INPUT */
export const checkPoint = (point: Point): void => {
  if (!isPoint(point))
    throw new MapsError('BAD_INPUT', 'A point needs a latitude from -90 to 90 and a longitude from -180 to 180.')
}

export const isPoint = ({ lat, lng }: Point): boolean =>
  Number.isFinite(lat) && Number.isFinite(lng) && Math.abs(lat) <= 90 && Math.abs(lng) <= 180

/** @throws MapsError BAD_INPUT for a bad point or too many pairs */
export const checkMatrix = (sources: readonly Point[], targets: readonly Point[]): void => {
  if (sources.length * targets.length > MOST_PAIRS)
    throw new MapsError('BAD_INPUT', `A matrix has at most ${MOST_PAIRS} pairs.`)
  for (const point of [...sources, ...targets]) checkPoint(point)
}

/** @throws MapsError BAD_INPUT for a bad point, or fewer or more fixes than allowed */
export const checkFixes = (fixes: readonly TrackFix[]): void => {
  if (fixes.length < FEWEST_FIXES || fixes.length > MOST_FIXES)
    throw new MapsError('BAD_INPUT', `A track has ${FEWEST_FIXES} to ${MOST_FIXES} positions.`)
  for (const fix of fixes) checkPoint(fix)
}

/** Whether the point is in the box of the roads of a part or near it (a beach, a pier) [design/maps-6]. */
export const isInRegion = ({ boxes }: Pick<Region, 'boxes'>, point: Point): boolean =>
  boxes.some((box) => isInBox(reachOf(box), point))

/** The middle of a box. */
export const centerOf = ([west, south, east, north]: Bbox): Point => ({
  lat: (south + north) / 2,
  lng: (west + east) / 2,
})
