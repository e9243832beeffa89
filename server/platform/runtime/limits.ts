import type { RateClass } from '@remis/domain/kit/endpoint'
import { bookingLimits } from './limits/booking-limits.ts'
import { chatLimits } from './limits/chat-limits.ts'
import { dispatchLimits } from './limits/dispatch-limits.ts'
import { fileLimits } from './limits/file-limits.ts'
import { guardLimits } from './limits/guard-limits.ts'
import { mailLimits } from './limits/mail-limits.ts'
import { mapsLimits } from './limits/maps-limits.ts'
import { paymentLimits } from './limits/payment-limits.ts'
import { pushLimits } from './limits/push-limits.ts'
import { safetyLimits } from './limits/safety-limits.ts'
import { trackingLimits } from './limits/tracking-limits.ts'

export interface Rate {
  /** Calls allowed within the window. */
  readonly max: number
  readonly windowSeconds: number
}

/**
 * The wait after a wrong guess: none for the first ones, then doubling. A right one, and this long without a guess,
 * forget them.
 */
export interface GuessDelay {
  /** Wrong guesses without a wait. */
  readonly free: number
  readonly firstSeconds: number
  readonly mostSeconds: number
  readonly forgetHours: number
}

const perMinute = (max: number): Rate => ({ max, windowSeconds: 60 })

/**
 * Every rate, size, number of tries and timeout of the server, as data [design/principles-21]. Durations name their
 * unit. Use-cases read them from `config.limits`.
 */
export const limits = {
  /** Flood limits in memory, per person when signed in, else per address [design/api-25]. */
  floods: {
    read: perMinute(600),
    write: perMinute(120),
    maps: perMinute(240),
    tracks: perMinute(20),
    nearby: perMinute(20),
    lookup: perMinute(60),
    'sign-in': perMinute(60),
    'sign-up': perMinute(30),
    token: perMinute(30),
    position: perMinute(600),
    upload: perMinute(20),
    none: { max: Number.POSITIVE_INFINITY, windowSeconds: 60 },
  } satisfies Record<RateClass, Rate>,
  /** All calls of one address, counted before anything is looked up. */
  floodPerAddress: perMinute(6000),
  /** Counters in the database that guard accounts; a restart does not clear them [design/api-26]. */
  guards: guardLimits,
  /**
   * What a page does before a code is sent: 131,000 hashes on average. An answer is refused before `leastMs` and after
   * `validSeconds`.
   */
  humanCheck: { bits: 17, leastMs: 1000, validSeconds: 120 },
  /** Tries at one code. */
  codeTries: 5,
  session: {
    /** Sliding: a session unused this long has ended. */
    idleDays: 30,
    /** `seen_at` and the expiry are written at most this often. */
    touchSeconds: 60,
    /** How long a password counts as given: bank details, withdrawals and two-step sign-in need it. */
    confirmSeconds: 300,
    /** A session ends for good after this, however much it is used: of admins and fleet admins, and of others. */
    officeHours: 12,
    days: 90,
  },
  signIn: {
    /** A browser that has not signed in for this long is forgotten. */
    deviceDays: 400,
    /** Time to enter the second step, or to answer a passkey's question. */
    stepSeconds: 300,
    passkeys: 20,
    /** Time to sign in at Facebook or Apple and come back. */
    socialSeconds: 600,
    /** How long an answer of theirs may take. */
    socialAnswerMs: 10_000,
  },
  /** A withdrawal to a changed bank account is paid after this. */
  bankChangeHours: 24,
  /** Most saved addresses of a rider; no more can be added by hand. */
  savedAddresses: 200,
  /** Most saved views of the booking list of a person. */
  savedViews: 20,
  visitorTokenSeconds: 600,
  /** A set-up link is open this long. */
  setUpMinutes: 60,
  http: {
    bodyBytes: 256 * 1024,
    /** Time for a request without a picture to arrive. */
    requestSeconds: 30,
    /** Time for a request with a picture to arrive: 5 MB at 17 kB/s. */
    uploadSeconds: 300,
    /** It ends earlier when nothing arrives for this time. */
    uploadSilentSeconds: 45,
    drainMs: 1500,
  },
  idempotencyHours: 24,
  /** Security events are kept this long. */
  securityEventDays: 90,
  database: {
    lockMs: 2000,
    statementMs: 5000,
    idleInTransactionMs: 10_000,
    connectMs: 2000,
    listStatementMs: 20_000,
    /** Added to the longest statement timeout: after this time without data a connection is closed. */
    silenceMs: 5000,
    requestPool: 16,
    listPool: 4,
    jobPool: 6,
    livePool: 4,
    /** Attempts at a transaction that fails with a deadlock or a serialization failure. */
    transactionTries: 3,
  },
  live: {
    pollMs: 250,
    /** Pause (ms) after each read of the stream: what is committed meanwhile is numbered and sent together. */
    gapMs: 15,
    keepHours: 24,
    /** Events read or numbered at once. */
    batch: 500,
    /**
     * Pause (ms) of a durable consumer between two batches: each batch is a commit, so events are collected. `soon`: of
     * those whose effect is on screens.
     */
    restMs: { usual: 500, soon: 200 },
    /** A client that is more events behind gets `reset`. */
    replay: 5000,
    /**
     * So does a client if more than this many events of all clients came since its mark: all must be read to find its
     * own.
     */
    replayReads: 20_000,
    revokedCheckMs: 1000,
    messageBytes: 64 * 1024,
    messagesPerSecond: 20,
    socketsPerPerson: 10,
    /** Live connections that one address may open. */
    handshakesPerAddress: perMinute(6000),
  },
  /** Timeout of the check of the purchase code. */
  licenseMs: 5000,
  quoteMinutes: 10,
  /** Unused quotes that are kept of one rider by one maker. */
  unusedQuotes: 20,
  tripCode: { tries: 5, renewals: 3 },
  booking: bookingLimits,
  dispatch: dispatchLimits,
  tracking: trackingLimits,
  payments: paymentLimits,
  /** Notices are kept this long; old ones are deleted some at a time. */
  notices: { keepDays: 90, deletedAtOnce: 5000 },
  /** Push messages to devices. */
  push: pushLimits,
  /** Mails and SMS. */
  mail: mailLimits,
  pageRows: { usual: 25, most: 100 },
  /**
   * Memory and passes of one argon2id hash; hashes at once for known callers and for strangers, and the length of each
   * queue [design/accounts-144].
   */
  // OWASP's minimum for argon2id
  password: { memoryKiB: 19_456, passes: 2, hashesAtOnce: { known: 1, strangers: 1 }, queue: 50 },
  /** Maps services outside this server. */
  maps: mapsLimits,
  files: fileLimits,
  chat: chatLimits,
  safety: safetyLimits,
}
export type Limits = typeof limits
