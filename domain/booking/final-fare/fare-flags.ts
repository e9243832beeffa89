/**
 * Why the office should look at a fare [design/moves-62]. Each has a text `fare_flag_<flag>`.
 */
export const fareFlags = [
  /** fewer than two counted points */
  'no-track',
  /** the map service could not match the track */
  'match-failed',
  /** the matched distance is not plausible for the points */
  'implausible-distance',
  /** more km than a car drives in the time of the trip */
  'too-fast',
  /** the trip was ended away from its drop */
  'far-from-drop',
  /** the trip was ended within a minute of its start */
  'short-trip',
  /** more than 1.3 times the quote */
  'above-quote',
  /** far above the quote: the quote was charged, the difference waits for the office */
  'capped',
] as const
export type FareFlag = (typeof fareFlags)[number]
