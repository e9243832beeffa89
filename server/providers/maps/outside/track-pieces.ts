import { encodePolyline, tidyTrack, TOP_SPEED } from '@remis/atlas'
import { kmBetween } from '@remis/domain/kit/distance'
import { MapsError, type MatchedTrack, type Point, type TrackFix } from '../maps-provider.ts'
import { checkFixes } from '../check-points.ts'
import { kmOfMetres } from './lines.ts'

/** A part of a track that a service matched to roads. */
export interface TrackPiece {
  readonly metres: number
  readonly line: readonly Point[]
  /** times of its first and last fix, ms; equal where the track has no times */
  readonly from: number
  readonly to: number
}

/**
 * Matches a track in parts of at most `most` places; each part begins with the last place of the one before.
 * @throws MapsError BAD_INPUT; NO_SEGMENT when no part is on a road
 */
export const matchInParts = async (
  fixes: readonly TrackFix[],
  most: number,
  match: (places: readonly TrackFix[]) => Promise<readonly TrackPiece[]>,
): Promise<MatchedTrack> => {
  checkFixes(fixes)
  const places = tidyTrack(fixes).map((place) => ({ ...place, at: place.at ?? 0 }))
  // The track of a standing car is one place and has no length.
  if (places.length < 2)
    return matchedTrack(
      places.map(({ lat, lng }) => ({ lat, lng })),
      0,
    )
  const pieces: TrackPiece[] = []
  for (let first = 0; first < places.length - 1; first += most - 1)
    pieces.push(...(await match(places.slice(first, first + most))))
  return joinPieces(pieces)
}

/**
 * The sum of the pieces. Where no road explains a gap between two, its straight line counts, unless no car drives that
 * fast [design/maps-8]. @throws MapsError NO_SEGMENT without a piece
 */
const joinPieces = (pieces: readonly TrackPiece[]): MatchedTrack => {
  if (pieces.length === 0) throw new MapsError('NO_SEGMENT', 'No road explains this track.')
  let metres = 0
  const line: Point[] = []
  pieces.forEach((piece, i) => {
    const before = pieces[i - 1]
    const [end, start] = [before?.line.at(-1), piece.line[0]]
    if (before !== undefined && end !== undefined && start !== undefined) {
      const km = kmBetween(end, start)
      const seconds = (piece.from - before.to) / 1000
      if (seconds <= 0 || km * 1000 <= TOP_SPEED * seconds) metres += km * 1000
    }
    metres += piece.metres
    line.push(...piece.line)
  })
  return matchedTrack(line, metres)
}

const matchedTrack = (line: readonly Point[], metres: number): MatchedTrack => ({
  distance_in_km: kmOfMetres(metres),
  coords: line,
  polylinePoints: encodePolyline(line),
})
