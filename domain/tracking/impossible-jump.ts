import { kmBetween, type LatLng } from '../kit/distance.ts'

/** A position of a device as it came in. `at` in ms, `accuracy` in metres. */
export interface IncomingFix extends LatLng {
  readonly seq: number
  readonly at: number
  readonly accuracy?: number | undefined
}

export interface JumpLimits {
  /** faster between two fixes is impossible; trust-and-speed: 200 */
  readonly kmPerHour: number
  /** how many times faster than life the trial city drives; 1 elsewhere */
  readonly speedFactor: number
  /** clocks of phones differ: a fix from the future by more than this is not believed */
  readonly futureSeconds: number
}

/** What the noise of two fixes may add to their distance when neither tells its accuracy. */
const noiseKm = 0.05

export interface Judged<F> {
  readonly kept: readonly F[]
  /** repeated (already stored) fixes are not counted: sending again is no fault */
  readonly dropped: number
  /** highest number seen, dropped ones included: what the device need not send again */
  readonly lastSeq: number
}

/**
 * Sorts a batch by number and keeps what can be true: each number once, later than the one before, not from the future,
 * not faster than the limit. What is kept becomes the measure for the next; the allowed distance grows with time, so one
 * wrong fix cannot shut out the right ones for good.
 */
export const judgeFixes = <F extends IncomingFix>(
  last: {
    readonly seq: number
    readonly at: number
    readonly lat: number
    readonly lng: number
    readonly accuracy?: number | null | undefined
  } | null,
  fixes: readonly F[],
  limits: JumpLimits,
  now: number,
): Judged<F> => {
  const kept: F[] = []
  let before: (LatLng & { at: number; accuracy?: number | null | undefined }) | null = last
  let lastSeq = last?.seq ?? -1
  let dropped = 0
  for (const fix of [...fixes].sort((a, b) => a.seq - b.seq)) {
    if (fix.seq <= lastSeq) continue
    lastSeq = fix.seq
    const believable =
      fix.at <= now + limits.futureSeconds * 1000 && (before === null || isPossible(before, fix, limits))
    if (!believable) {
      dropped++
      continue
    }
    kept.push(fix)
    before = fix
  }
  return { kept, dropped, lastSeq }
}

const isPossible = (
  before: LatLng & { readonly at: number; readonly accuracy?: number | null | undefined },
  fix: IncomingFix,
  limits: JumpLimits,
): boolean => {
  if (fix.at <= before.at) return false
  const hours = (fix.at - before.at) / 3_600_000
  const slack = Math.max(noiseKm, ((before.accuracy ?? 0) + (fix.accuracy ?? 0)) / 1000)
  return kmBetween(before, fix) - slack <= limits.kmPerHour * limits.speedFactor * hours
}
