import type { RateClass } from '@remis/domain/kit/endpoint'
import { chatLimits, type ChatLimits } from './chat-limits.ts'
import { fileLimits, type FileLimits } from './file-limits.ts'
import { mapsLimits, type MapsLimits } from './maps-limits.ts'
import { pushLimits, type PushLimits } from './push-limits.ts'

export interface Rate {
  /** Calls allowed within the window. */
  readonly max: number
  readonly windowSeconds: number
}

/**
 * The wait after a wrong guess: none for the first ones, then doubling. A right one, and this long without a guess, forget
 * them.
 */
export interface GuessDelay {
  /** Wrong guesses without a wait. */
  readonly free: number
  readonly firstSeconds: number
  readonly mostSeconds: number
  readonly forgetHours: number
}

/**
 * Every rate, size, number of tries and timeout of the server, as data [design/principles-21]. Durations name their unit.
 * Use-cases read them from `config.limits`.
 */
export interface Limits {
  /** Flood limits in memory, per person when signed in, else per address [design/api-25]. */
  readonly floods: Readonly<Record<RateClass, Rate>>
  /** All calls of one address, counted before anything is looked up. */
  readonly floodPerAddress: Rate
  /** Counters in the database that guard accounts; a restart does not clear them [design/api-26]. */
  readonly guards: {
    /** Wrong passwords for one account: from one network or in one known browser, and from all unknown places together. */
    readonly signInPerPlace: GuessDelay
    readonly signInPerAccount: GuessDelay
    /** Passwords from one address, for any account. */
    readonly signInPerAddress: Rate
    /** Wrong codes of the second step for one account, counted like passwords. */
    readonly secondStepPerPlace: GuessDelay
    readonly secondStepPerAccount: GuessDelay
    readonly signUpPerAddress: Rate
    /** Welcome mails that the office sends to one person again. */
    readonly welcomeMails: Rate
    /** `/check_user_exists` and `/validate_referrer`. */
    readonly lookupPerAddress: Rate
    /** Forgotten passwords: requests from one address, and mails to one account, soon and within a day. */
    readonly resetPerAddress: Rate
    readonly resetPerAccount: readonly [Rate, Rate]
    /** Mails that confirm the email of one account. */
    readonly verifyMailPerAccount: readonly Rate[]
    /** Codes by SMS: requests from one address; codes to one phone, soon and within a day; codes to one dial code. */
    readonly phoneCodePerAddress: Rate
    readonly phoneCodePerPhone: readonly [Rate, Rate]
    /** The operator's country, and each other one: a script that sends SMS to expensive numbers ends here. */
    readonly phoneCodePerDialCode: { readonly own: Rate; readonly other: Rate }
    /** Codes for a new email or number: of one account, and to one address. */
    readonly contactCodes: readonly Rate[]
  }
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
  readonly booking: {
    /** Bookings that one rider makes within the window. */
    readonly madePerRider: Rate
    /** Refusals of Book Now because no driver is near, per rider and from one network: each is measured exactly. */
    readonly noDriverPerRider: Rate
    readonly noDriverPerNet: Rate
    /** The pause after a rider's second cancel within the window; it doubles with each further one, up to the most. */
    readonly cancelPause: { readonly seconds: number; readonly most: number; readonly windowSeconds: number }
    readonly newExpiresMinutes: number
    readonly paymentPendingExpiresMinutes: number
    readonly completeAfterHours: number
    readonly rateWithinDays: number
    /** A driver waits this long at the pickup before a no-show may be reported. */
    readonly noShowMinutes: number
  }
  readonly dispatch: {
    readonly searchMinutes: number
    readonly sweepSeconds: number
    /** A search without a new driver to ask is retried after this. */
    readonly lookAgainSeconds: number
    /** Dispatch records, offers that were not accepted and their notices are deleted after this long. */
    readonly keepDays: number
    readonly offerSeconds: number
    readonly assignedOfferMinutes: number
    /** An admin who assigns waits this long for driving times, then gets the list without them. */
    readonly assignRoadMs: number
    readonly positionFreshSeconds: number
    /** After a rider's cancel, the drivers who were asked get no offer of another booking of that rider for this long. */
    readonly sameRiderPauseSeconds: number
    /** Bookings processed in parallel, so that many for the same time are released in time. */
    readonly takenUpAbreast: number
  }
  readonly tracking: {
    /** A higher speed between two fixes is an impossible jump; multiplied by `simulatedSpeed`. */
    readonly jumpKmPerHour: number
    readonly fixesPerBatch: number
    /** Fixes further in the future are refused; clocks of phones differ. */
    readonly futureSeconds: number
    /** Older fixes are refused: no phone keeps them for longer. */
    readonly oldestHours: number
    /** A command takes a position of at most this age for the driver's place now. */
    readonly freshSeconds: number
  }
  readonly payments: {
    /** The most one top-up may add, in major units. */
    readonly topUpMost: number
    /** Per payer and minute: attempts started. */
    readonly startsPerPayer: Rate
    /** Per address: returns, cancels and webhooks. */
    readonly answersPerAddress: Rate
    /** Timeout of one call to a gateway. */
    readonly gatewayMs: number
    /** Largest difference between a signature's time and ours. */
    readonly signatureSeconds: number
    /** Ages in minutes at which an open attempt is looked up; answered after the last, it is EXPIRED. */
    readonly checkMinutes: readonly number[]
    /** A gateway that is silent this long leaves the attempt to the office. */
    readonly silentDays: number
    /** Ages in minutes at which a refund is tried; refused after the last, the wallet is credited instead. */
    readonly refundMinutes: readonly number[]
    /** The gateway must have refused at least this often before the wallet is credited. */
    readonly refundRefusals: number
    readonly refundPollMinutes: number
    /** Lease of an attempt or a refund: no other node takes it for this long. Longer than one call and its settlement. */
    readonly leaseSeconds: number
    /** Calls at a time to one gateway, and rows per turn of its sweep. */
    readonly gatewayAbreast: number
    readonly sweepAtOnce: number
  }
  /** Notices are kept this long; old ones are deleted some at a time. */
  readonly notices: { readonly keepDays: number; readonly deletedAtOnce: number }
  /** Push messages to devices. */
  readonly push: PushLimits
  /** Mails and SMS. */
  readonly mail: {
    /** Pauses in minutes after a temporary refusal; refused once more, it has failed. */
    readonly retryMinutes: readonly number[]
    /** Longest pause while the provider does not answer. */
    readonly silentMinutes: number
    /** What was not handed over within this time has failed. */
    readonly giveUpHours: number
    /** Lease of a row: no other turn sends it for this long. Longer than `sendMs`. */
    readonly leaseSeconds: number
    /** Connecting, and every answer of a provider. */
    readonly answerMs: number
    /** Handing over one mail, all in all. */
    readonly sendMs: number
    /** Sent at a time, and in one turn of the sweep. */
    readonly abreast: number
    readonly sentAtOnce: number
    /** What one address gets within the window; more waits. */
    readonly perRecipient: Readonly<Record<'mail' | 'sms', Rate>>
    readonly keepDays: { readonly sent: number; readonly failed: number }
  }
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
  guards: {
    // 106 a day from one place, 121 a day from all unknown places together
    signInPerPlace: { free: 5, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
    signInPerAccount: { free: 20, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
    secondStepPerPlace: { free: 5, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
    secondStepPerAccount: { free: 10, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
    signInPerAddress: { max: 100, windowSeconds: 900 },
    signUpPerAddress: { max: 30, windowSeconds: 3600 },
    welcomeMails: { max: 5, windowSeconds: 86_400 },
    lookupPerAddress: { max: 120, windowSeconds: 3600 },
    resetPerAddress: { max: 10, windowSeconds: 3600 },
    resetPerAccount: [
      { max: 3, windowSeconds: 900 },
      { max: 10, windowSeconds: 86_400 },
    ],
    verifyMailPerAccount: [
      { max: 1, windowSeconds: 60 },
      { max: 3, windowSeconds: 900 },
      { max: 10, windowSeconds: 86_400 },
    ],
    phoneCodePerAddress: { max: 10, windowSeconds: 3600 },
    phoneCodePerPhone: [
      { max: 3, windowSeconds: 900 },
      { max: 10, windowSeconds: 86_400 },
    ],
    phoneCodePerDialCode: { own: { max: 5000, windowSeconds: 86_400 }, other: { max: 100, windowSeconds: 86_400 } },
    contactCodes: [
      { max: 3, windowSeconds: 900 },
      { max: 10, windowSeconds: 86_400 },
    ],
  },
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
    revokedCheckMs: 1000,
    messageBytes: 64 * 1024,
    messagesPerSecond: 20,
    socketsPerPerson: 10,
    handshakesPerAddress: perMinute(6000),
  },
  licenseMs: 5000,
  quoteMinutes: 10,
  tripCode: { tries: 5, renewals: 3 },
  booking: {
    madePerRider: { max: 5, windowSeconds: 600 },
    noDriverPerRider: { max: 5, windowSeconds: 1800 },
    noDriverPerNet: { max: 20, windowSeconds: 1800 },
    cancelPause: { seconds: 30, most: 900, windowSeconds: 3600 },
    newExpiresMinutes: 60,
    paymentPendingExpiresMinutes: 30,
    completeAfterHours: 24,
    rateWithinDays: 30,
    noShowMinutes: 5,
  },
  dispatch: {
    searchMinutes: 10,
    sweepSeconds: 1,
    lookAgainSeconds: 3,
    keepDays: 30,
    offerSeconds: 20,
    assignedOfferMinutes: 5,
    assignRoadMs: 1500,
    positionFreshSeconds: 60,
    sameRiderPauseSeconds: 120,
    takenUpAbreast: 5,
  },
  tracking: { jumpKmPerHour: 200, fixesPerBatch: 500, futureSeconds: 30, oldestHours: 12, freshSeconds: 30 },
  payments: {
    topUpMost: 1_000_000,
    startsPerPayer: perMinute(20),
    answersPerAddress: perMinute(600),
    gatewayMs: 15_000,
    signatureSeconds: 300,
    checkMinutes: [2, 5, 15, 30, 60, 180, 360, 1440, 4320],
    silentDays: 14,
    // 1, 5, 15 minutes, 1, 6, 24 hours, then daily to the 14th day
    refundMinutes: [1, 5, 15, 60, 360, ...Array.from({ length: 14 }, (_, day) => (day + 1) * 1440)],
    refundRefusals: 3,
    refundPollMinutes: 60,
    leaseSeconds: 60,
    gatewayAbreast: 5,
    sweepAtOnce: 20,
  },
  notices: { keepDays: 90, deletedAtOnce: 5000 },
  push: pushLimits,
  mail: {
    retryMinutes: [1, 5, 15, 60, 240, 720, 1440],
    silentMinutes: 15,
    giveUpHours: 72,
    leaseSeconds: 120,
    answerMs: 15_000,
    sendMs: 60_000,
    abreast: 4,
    sentAtOnce: 50,
    perRecipient: { mail: { max: 20, windowSeconds: 3600 }, sms: { max: 10, windowSeconds: 86_400 } },
    keepDays: { sent: 30, failed: 90 },
  },
  pageRows: { usual: 25, most: 100 },
  // OWASP's minimum for argon2id
  password: { memoryKiB: 19_456, passes: 2, hashesAtOnce: 2, queue: 50 },
  maps: mapsLimits,
  files: fileLimits,
  chat: chatLimits,
}
