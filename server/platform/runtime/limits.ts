import { rateWithinDays } from '@remis/domain/booking/booking-status'
import { payWithinMinutes } from '@remis/domain/booking/unpaid/pay-until'
import type { RateClass } from '@remis/domain/kit/endpoint'
import { mailLimits, mapsLimits, paymentLimits, pushLimits } from './limits/outside-limits.ts'

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
  guards: {
    /**
     * Wrong passwords for one account: from one network or in one known browser (106 a day), and from all unknown
     * places together (121 a day).
     */
    signInPerPlace: { free: 5, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
    signInPerAccount: { free: 20, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
    /** Wrong codes of the second step for one account, counted like passwords. */
    secondStepPerPlace: { free: 5, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
    secondStepPerAccount: { free: 10, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
    /** Passwords from one address, for any account. */
    signInPerAddress: { max: 100, windowSeconds: 900 },
    signUpPerAddress: { max: 30, windowSeconds: 3600 },
    /** Welcome mails that the office sends to one person again. */
    welcomeMails: { max: 5, windowSeconds: 86_400 },
    /** `/check_user_exists` and `/validate_referrer`. */
    lookupPerAddress: { max: 120, windowSeconds: 3600 },
    /** Drivers that one fleet admin adds or tries to add. */
    lookupPerFleet: { max: 60, windowSeconds: 3600 },
    /** Forgotten passwords: requests from one address, and mails to one account, soon and within a day. */
    resetPerAddress: { max: 10, windowSeconds: 3600 },
    resetPerAccount: [
      { max: 3, windowSeconds: 900 },
      { max: 10, windowSeconds: 86_400 },
    ] satisfies readonly [Rate, Rate],
    /** Mails that confirm the email of one account. */
    verifyMailPerAccount: [
      { max: 1, windowSeconds: 60 },
      { max: 3, windowSeconds: 900 },
      { max: 10, windowSeconds: 86_400 },
    ],
    /** Codes by SMS: requests from one address; codes to one phone, soon and within a day; codes to one country. */
    phoneCodePerAddress: { max: 10, windowSeconds: 3600 },
    phoneCodePerPhone: [
      { max: 3, windowSeconds: 900 },
      { max: 10, windowSeconds: 86_400 },
    ] satisfies readonly [Rate, Rate],
    /** To the operator's country, and to each other one: bounds a script that sends SMS to expensive numbers. */
    phoneCodePerCountry: { own: { max: 5000, windowSeconds: 86_400 }, other: { max: 100, windowSeconds: 86_400 } },
    /** SMS with links to receivers, per foreign country. */
    receiverSmsPerCountry: { max: 100, windowSeconds: 86_400 },
    /** Codes for a new email or number: of one account, and to one address. */
    contactCodes: [
      { max: 3, windowSeconds: 900 },
      { max: 10, windowSeconds: 86_400 },
    ],
  },
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
  booking: {
    /** Bookings that one rider makes within the window. */
    madePerRider: { max: 5, windowSeconds: 600 },
    /** Refusals of Book Now because no driver is near, per rider and from one network: each is measured exactly. */
    noDriverPerRider: { max: 5, windowSeconds: 1800 },
    noDriverPerNet: { max: 20, windowSeconds: 1800 },
    /** The pause after a rider's second cancel within the window; it doubles with each further one, up to the most. */
    cancelPause: { seconds: 30, most: 900, windowSeconds: 3600 },
    newExpiresMinutes: 60,
    paymentPendingExpiresMinutes: payWithinMinutes,
    completeAfterHours: 24,
    rateWithinDays,
    /** A driver waits this long at the pickup before a no-show may be reported. */
    noShowMinutes: 5,
  },
  /** The search for drivers. */
  dispatch: {
    sweepSeconds: 1,
    /** A search without a new driver to ask is retried after this. */
    checkAgainSeconds: 3,
    /** Dispatch records, offers that were not accepted and their notices are deleted after this long. */
    keepDays: 30,
    offerSeconds: 20,
    assignedOfferMinutes: 5,
    /** An admin who assigns waits this long for driving times, then gets the list without them. */
    assignRoadMs: 1500,
    /** After a rider's cancel, drivers who were asked get no offer of another booking of that rider for this long. */
    sameRiderPauseSeconds: 120,
    /** Bookings processed in parallel, so that many for the same time are released in time. */
    bookingsInParallel: 5,
  },
  /** Positions of drivers. */
  tracking: {
    /** A higher speed between two fixes is an impossible jump; multiplied by `simulatedSpeed`. */
    jumpKmPerHour: 200,
    /** Without a trip, a last position older than this, divided by `simulatedSpeed`, is not compared. */
    jumpForgetSeconds: 300,
    fixesPerBatch: 500,
    /** Waiting batches per driver [design/tracking-46]. */
    batchesWaiting: 8,
    /** Fixes further in the future are refused; clocks of phones differ. */
    futureSeconds: 30,
    /** Older fixes are refused: no phone keeps them for longer. */
    oldestHours: 12,
    /** Maximum age of a position that a command accepts as the driver's current position. */
    freshSeconds: 30,
  },
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
  /** Pictures that people upload. */
  files: {
    /** Uploads that are read into memory at the same time: of one person, and in all. */
    readOfPerson: 2,
    readAtOnce: 24,
    /** Decoded at a time, and how many wait for it. */
    decodedAtOnce: 1,
    queue: 20,
    /** Of one person, used ones and loose ones together. */
    mostFiles: 60,
    mostBytes: 60 * 1024 * 1024,
    perDay: 60,
    /**
     * Pictures of one delivery, unused ones included; pictures of deliveries and chats that one person may send in a
     * day.
     */
    photosPerBooking: 12,
    photosPerDay: 600,
    /** Photos of one person in one chat, loose ones included. */
    photosPerChat: 20,
    /** Booking pictures in an export of a person's data, which is built in memory. */
    exportedBytes: 40 * 1024 * 1024,
    /** A file that nothing uses is deleted after this. */
    looseHours: 24,
    deletedAtOnce: 100,
  },
  chat: {
    /** Messages that one person sends. */
    messagesPerPerson: { max: 60, windowSeconds: 60 },
    /** Signs of typing that one person sends; held in memory. */
    typingPerPerson: { max: 40, windowSeconds: 60 },
    /** Messages of one answer. */
    pageRows: 100,
    /** A notice is sent when a message is still unread after this. */
    quietSeconds: 4,
    /** The next notice of the same chat is sent this long after the last one. */
    noticePauseSeconds: 120,
    noticesAtOnce: 200,
    /** An admin who gave a reason sees the photos of the chat for this long. */
    revealMinutes: 60,
    /** Chats that one turn of the sweep deletes. */
    deletedAtOnce: 200,
  },
  /** The safety questions to riders. */
  safety: {
    /**
     * No question becomes an alert for this time (ms) after a start, or after a longer pause of the sweep, so that
     * pages can resend answers first [design/safety-5], [design/safety-23]. 0, or longer than the time between two
     * turns of the sweep.
     */
    answersFirstMs: 30_000,
  },
}
export type Limits = typeof limits
