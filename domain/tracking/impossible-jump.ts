import { kmBetween, type LatLng } from '../kit/distance.ts'
import { accuracyCountsKm } from './pickup-presence.ts'

/** A position as a device sent it. `at` in ms, `accuracy` in metres. */
export interface IncomingFix extends LatLng {
  readonly seq: number
  readonly at: number
  readonly accuracy?: number | undefined
}

export interface JumpLimits {
  /** a faster move between two fixes is impossible [design/tracking-4] */
  readonly kmPerHour: number
  /** how many times faster than real time the trial city runs; 1 elsewhere */
  readonly speedFactor: number
  /**
   * without a trip: the next fix may be anywhere when the last one is older than this; null on a trip
   * [design/tracking-37]
   */
  readonly forgetSeconds: number | null
  /** clocks of phones differ: a fix further than this in the future is dropped */
  readonly futureSeconds: number
  /** no phone keeps fixes for longer: an older one is dropped [design/tracking-18] */
  readonly oldestHours: number
}

/** Allowed error of the distance between two fixes, unless their counted accuracies are larger. */
const noiseKm = 0.05
/** Fixes closer in time get a share of the error, or many small jumps would add up [design/tracking-43]; s. */
const wholeErrorSeconds = 1

export interface Judged<F> {
  readonly kept: readonly F[]
  /** without repeated fixes: sending again is allowed */
  readonly dropped: number
  /** the highest number, dropped fixes included: the device need not send up to here again */
  readonly lastSeq: number
}

/**
 * Sorts a batch by number and keeps the plausible fixes: each number once, later than the one before, not from the
 * future, not older than a phone keeps them, not faster than the limit [design/tracking-4]. Each fix is
 * compared with the last kept one; the allowed distance grows with time, so one wrong fix cannot shut out the right
 * ones for good.
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
  const latest = now + limits.futureSeconds * 1000
  // A last fix in the future means that the clock was set back [design/tracking-44].
  let before: (LatLng & { at: number; accuracy?: number | null | undefined }) | null =
    last !== null && last.at > latest ? null : last
  let lastSeq = last?.seq ?? -1
  let dropped = 0
  for (const fix of [...fixes].sort((a, b) => a.seq - b.seq)) {
    if (fix.seq <= lastSeq) continue
    lastSeq = fix.seq
    const inTime = fix.at <= latest && fix.at >= now - limits.oldestHours * 3_600_000
    const plausible = inTime && (before === null || isPossible(before, fix, limits))
    if (!plausible) {
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
  const { kmPerHour, speedFactor, forgetSeconds } = limits
  const seconds = ((fix.at - before.at) / 1000) * speedFactor
  if (forgetSeconds !== null && seconds > forgetSeconds) return true
  const errorKm = Math.max(noiseKm, countedKm(before) + countedKm(fix)) * Math.min(1, seconds / wholeErrorSeconds)
  return kmBetween(before, fix) - errorKm <= (kmPerHour * seconds) / 3600
}

/** The accuracy is a claim of the phone: without a limit one fix could reach anywhere [design/tracking-42]. */
const countedKm = ({ accuracy }: { readonly accuracy?: number | null | undefined }): number =>
  Math.min((accuracy ?? 0) / 1000, accuracyCountsKm)
