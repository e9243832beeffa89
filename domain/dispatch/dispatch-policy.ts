import type { Settings } from '../backoffice/settings.ts'

/** An eligible driver without an offer yet. */
export interface Candidate {
  readonly id: string
  /** straight line to the pickup */
  readonly km: number
  /** by road to the pickup; null: not known */
  readonly seconds: number | null
}

/** A driver asked in the search under way. */
export interface Asked {
  /** 1 for the first drivers asked */
  readonly wave: number
  /** ms */
  readonly askedAt: number
  /** declined, or the offer was closed */
  readonly answered: boolean
}

/** The drivers that a search asks, and when [design/dispatch-10]. Pure; the executor locks, writes and renews. */
export interface DispatchPolicy {
  /** How many eligible drivers are looked at, the nearest by straight line first. */
  readonly looksAt: (asked: number) => number
  /** From when on the next drivers may be asked, ms. */
  readonly nextAt: (asked: readonly Asked[]) => number
  /** The drivers asked in this wave, in order. */
  readonly choose: <T extends Candidate>(candidates: readonly T[], wave: number) => T[]
}

const firstWave = 3
const waveMs = 6000
/** Driving times are asked from the maps for this many [design/dispatch-6]. */
export const routedDrivers = 60
const askedAtOnce = 200

const byDistance = (a: Candidate, b: Candidate): number => a.km - b.km || (a.id < b.id ? -1 : 1)
/** A driver without a driving time comes after those with one. */
const byTime = (a: Candidate, b: Candidate): number =>
  a.seconds === b.seconds ? byDistance(a, b) : (a.seconds ?? Infinity) - (b.seconds ?? Infinity)

/**
 * The 3 drivers who are soonest at the pickup, then 6, 12, … every 6 s; when all of a wave have answered, the next
 * begins at once.
 */
const waves: DispatchPolicy = {
  // Each wave is 3 larger than all before it together.
  looksAt: (asked) => Math.max(routedDrivers, 2 * asked + firstWave),
  nextAt: (asked) => {
    const last = Math.max(0, ...asked.map(({ wave }) => wave))
    const unanswered = asked.filter(({ wave, answered }) => wave === last && !answered)
    return unanswered.length === 0 ? -Infinity : Math.max(...unanswered.map(({ askedAt }) => askedAt)) + waveMs
  },
  choose: (candidates, wave) => candidates.toSorted(byTime).slice(0, firstWave * 2 ** (wave - 1)),
}

/** Offers to all drivers in range at once; the first accept wins. */
const allAtOnce: DispatchPolicy = {
  looksAt: () => askedAtOnce,
  nextAt: () => -Infinity,
  choose: (candidates) => candidates.toSorted(byDistance),
}

export const dispatchPolicies: Readonly<Record<Settings['dispatchPolicy'], DispatchPolicy>> = {
  waves,
  'all-at-once': allAtOnce,
}
