const day = 86_400

/** Limits of outside maps services [design/maps-82]. */
export const mapsLimits = {
  /** Timeout of one request; matching a long track takes longer. */
  answerMs: 3000,
  matchMs: 10_000,
  replyBytes: 4 * 1024 * 1024,
  /** Pause before the one retry. */
  retryMs: 200,
  /** After this many failures in a row a service is not called for `pauseSeconds`; then one request tries again. */
  failures: 5,
  pauseSeconds: 30,
  /** Seconds that an answer is kept, and most answers of a kind. */
  cache: {
    search: { seconds: 300, most: 5000 },
    place: { seconds: day, most: 5000 },
    address: { seconds: 3600, most: 5000 },
    route: { seconds: 120, most: 500 },
    drive: { seconds: 60, most: 5000 },
  },
  /**
   * Location calls of one person to outside services within the window, so that one person cannot exhaust the daily
   * ceiling.
   */
  perPerson: { max: 2000, windowSeconds: day },
  /** Part of the daily spend that one person may cause within that window. */
  personShare: 0.1,
  /** Part of the daily ceilings of a service that is kept for fares. */
  fareReserve: 0.3,
}

export type MapsLimits = typeof mapsLimits

/** Lifetimes and sizes of the caches of a service's answers. */
export type MapsCache = keyof MapsLimits['cache']
