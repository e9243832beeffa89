import type { RateClass } from '@remis/domain/kit/endpoint'
import { bookingLimits, type BookingLimits } from './limits/booking-limits.ts'
import { chatLimits, type ChatLimits } from './limits/chat-limits.ts'
import { dispatchLimits, type DispatchLimits } from './limits/dispatch-limits.ts'
import { fileLimits, type FileLimits } from './limits/file-limits.ts'
import { guardLimits, type GuardLimits } from './limits/guard-limits.ts'
import { mailLimits, type MailLimits } from './limits/mail-limits.ts'
import { mapsLimits, type MapsLimits } from './limits/maps-limits.ts'
import { paymentLimits, type PaymentLimits } from './limits/payment-limits.ts'
import { pushLimits, type PushLimits } from './limits/push-limits.ts'
import { trackingLimits, type TrackingLimits } from './limits/tracking-limits.ts'

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

/**
 * Every rate, size, number of tries and timeout of the server, as data [design/principles-21]. Durations name their
 * unit. Use-cases read them from `config.limits`.
 */
export interface Limits {
  /** Flood limits in memory, per person when signed in, else per address [design/api-25]. */
  readonly floods: Readonly<Record<RateClass, Rate>>
  /** All calls of one address, counted before anything is looked up. */
  readonly floodPerAddress: Rate
  /** Counters in the database that guard accounts; a restart does not clear them [design/api-26]. */
  readonly guards: GuardLimits
  /** What a page does before a code is sent; an answer is refused before `leastMs` and after `validSeconds`. */
  readonly humanCheck: { readonly bits: number; readonly leastMs: number; readonly validSeconds: number }
  /** Tries at one code. */
  readonly codeTries: number
  readonly session: {
    /** Sliding: a session unused this long has ended. */
    readonly idleDays: number
    /** `seen_at` and the expiry are written at most this often. */
    readonly touchSeconds: number
    /** How long a password counts as given: bank details, withdrawals and two-step sign-in need it. */
    readonly confirmSeconds: number
    /** A session ends for good after this, however much it is used: of admins and fleet admins, and of others. */
    readonly officeHours: number
    readonly days: number
  }
  readonly signIn: {
    /** A browser that has not signed in for this long is forgotten. */
    readonly deviceDays: number
    /** Time to enter the second step, or to answer a passkey's question. */
    readonly stepSeconds: number
    readonly passkeys: number
    /** Time to sign in at Facebook or Apple and come back. */
    readonly socialSeconds: number
    /** How long an answer of theirs may take. */
    readonly socialAnswerMs: number
  }
  /** A withdrawal to a changed bank account is paid after this. */
  readonly bankChangeHours: number
  /** A rider adds no more saved addresses by hand past this. */
  readonly savedAddresses: number
  /** A person keeps no more views of the booking list. */
  readonly savedViews: number
  readonly visitorTokenSeconds: number
  /** A set-up link is open this long. */
  readonly setUpMinutes: number
  readonly http: {
    readonly bodyBytes: number
    /** A request without a picture arrives within this time. */
    readonly requestSeconds: number
    /** A request with a picture does: 5 MB at 17 kB/s. */
    readonly uploadSeconds: number
    readonly drainMs: number
  }
  readonly idempotencyHours: number
  /** Security events are kept this long. */
  readonly securityEventDays: number
  readonly database: {
    readonly lockMs: number
    readonly statementMs: number
    readonly idleInTransactionMs: number
    readonly connectMs: number
    readonly listStatementMs: number
    readonly requestPool: number
    readonly listPool: number
    readonly jobPool: number
    readonly livePool: number
    /** Attempts at a transaction that fails with a deadlock or a serialization failure. */
    readonly transactionTries: number
  }
  readonly live: {
    readonly pollMs: number
    /** Pause (ms) after each read of the stream: what is committed meanwhile is numbered and sent together. */
    readonly gapMs: number
    readonly keepHours: number
    /** Events read or numbered at once. */
    readonly batch: number
    /**
     * Pause (ms) of a durable consumer between two batches: each batch is a commit, so events are collected. `soon`: of
     * those whose effect is on screens.
     */
    readonly restMs: { readonly usual: number; readonly soon: number }
    /** A client that is more events behind gets `reset`. */
    readonly replay: number
    /**
     * So does a client if more than this many events of all clients came since its mark: all must be read to find its
     * own.
     */
    readonly replayReads: number
    readonly revokedCheckMs: number
    readonly messageBytes: number
    readonly messagesPerSecond: number
    readonly socketsPerPerson: number
    /** Live connections that one address may open. */
    readonly handshakesPerAddress: Rate
  }
  /** Timeout of the check of the purchase code. */
  readonly licenseMs: number
  readonly quoteMinutes: number
  readonly tripCode: { readonly tries: number; readonly renewals: number }
  readonly booking: BookingLimits
  readonly dispatch: DispatchLimits
  readonly tracking: TrackingLimits
  readonly payments: PaymentLimits
  /** Notices are kept this long; old ones are deleted some at a time. */
  readonly notices: { readonly keepDays: number; readonly deletedAtOnce: number }
  /** Push messages to devices. */
  readonly push: PushLimits
  /** Mails and SMS. */
  readonly mail: MailLimits
  readonly pageRows: { readonly usual: number; readonly most: number }
  /** Memory and passes of one argon2id hash, how many are computed at once and how many wait [design/accounts-6]. */
  readonly password: Readonly<Record<'memoryKiB' | 'passes' | 'hashesAtOnce' | 'queue', number>>
  /** Maps services outside this server. */
  readonly maps: MapsLimits
  readonly files: FileLimits
  readonly chat: ChatLimits
}

const perMinute = (max: number): Rate => ({ max, windowSeconds: 60 })

export const limits: Limits = {
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
  },
  floodPerAddress: perMinute(6000),
  guards: guardLimits,
  // 131,000 hashes on average
  humanCheck: { bits: 17, leastMs: 1000, validSeconds: 120 },
  codeTries: 5,
  session: { idleDays: 30, touchSeconds: 60, confirmSeconds: 300, officeHours: 12, days: 90 },
  signIn: { deviceDays: 400, stepSeconds: 300, passkeys: 20, socialSeconds: 600, socialAnswerMs: 10_000 },
  bankChangeHours: 24,
  savedAddresses: 200,
  savedViews: 20,
  visitorTokenSeconds: 600,
  setUpMinutes: 60,
  http: { bodyBytes: 256 * 1024, requestSeconds: 30, uploadSeconds: 300, drainMs: 1500 },
  idempotencyHours: 24,
  securityEventDays: 90,
  database: {
    lockMs: 2000,
    statementMs: 5000,
    idleInTransactionMs: 10_000,
    connectMs: 2000,
    listStatementMs: 20_000,
    requestPool: 16,
    listPool: 4,
    jobPool: 6,
    livePool: 4,
    transactionTries: 3,
  },
  live: {
    pollMs: 250,
    gapMs: 15,
    keepHours: 24,
    batch: 500,
    restMs: { usual: 500, soon: 200 },
    replay: 5000,
    replayReads: 20_000,
    revokedCheckMs: 1000,
    messageBytes: 64 * 1024,
    messagesPerSecond: 20,
    socketsPerPerson: 10,
    handshakesPerAddress: perMinute(6000),
  },
  licenseMs: 5000,
  quoteMinutes: 10,
  tripCode: { tries: 5, renewals: 3 },
  booking: bookingLimits,
  dispatch: dispatchLimits,
  tracking: trackingLimits,
  payments: paymentLimits,
  notices: { keepDays: 90, deletedAtOnce: 5000 },
  push: pushLimits,
  mail: mailLimits,
  pageRows: { usual: 25, most: 100 },
  // OWASP's minimum for argon2id
  password: { memoryKiB: 19_456, passes: 2, hashesAtOnce: 2, queue: 50 },
  maps: mapsLimits,
  files: fileLimits,
  chat: chatLimits,
}
