import type { Rate } from '../limits.ts'

/** Lifetimes and sizes of the caches of a service's answers. */
export type MapsCache = 'search' | 'place' | 'address' | 'route' | 'drive'

/** Limits of outside maps services [design/maps-82]. */
export interface MapsLimits {
  /** Timeout of one request; matching a long track takes longer. */
  readonly answerMs: number
  readonly matchMs: number
  readonly replyBytes: number
  /** Pause before the one retry. */
  readonly retryMs: number
  /** After this many failures in a row a service is not called for `pauseSeconds`; then one request tries again. */
  readonly failures: number
  readonly pauseSeconds: number
  readonly cache: Readonly<Record<MapsCache, { readonly seconds: number; readonly most: number }>>
  /**
   * Location calls of one person to outside services within the window, so that one person cannot exhaust the daily
   * ceiling.
   */
  readonly perPerson: Rate
  /** Part of the daily spend that one person may cause within that window. */
  readonly personShare: number
  /** Part of the daily ceilings of a service that is kept for fares. */
  readonly fareReserve: number
}

const day = 86_400

export const mapsLimits: MapsLimits = {
  answerMs: 3000,
  matchMs: 10_000,
  replyBytes: 4 * 1024 * 1024,
  retryMs: 200,
  failures: 5,
  pauseSeconds: 30,
  cache: {
    search: { seconds: 300, most: 5000 },
    place: { seconds: day, most: 5000 },
    address: { seconds: 3600, most: 5000 },
    route: { seconds: 120, most: 500 },
    drive: { seconds: 60, most: 5000 },
  },
  perPerson: { max: 2000, windowSeconds: day },
  personShare: 0.1,
  fareReserve: 0.3,
}
