import { kmBetween } from '@remis/domain/kit/distance'
import { MapsError, type Point } from '../maps-provider.ts'

/** A point snaps to a road within this distance, m; farther away it is NO_SEGMENT. */
export const SNAP_METRES = 1000

export const kmOfMetres = (metres: number): number => Math.round(metres) / 1000

/**
 * A line that does not begin and end near these points has another precision than the service documents, or is of
 * another request. @throws MapsError UPSTREAM
 */
export const checkLine = (line: readonly Point[], start: Point, dest: Point): void => {
  const [first, last] = [line[0], line.at(-1)]
  const most = (2 * SNAP_METRES) / 1000
  if (first === undefined || last === undefined || kmBetween(first, start) > most || kmBetween(last, dest) > most)
    throw new MapsError('UPSTREAM', 'The line of the route is not between its ends.')
}
