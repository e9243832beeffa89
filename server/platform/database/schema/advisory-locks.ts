/** The numbers of the advisory locks: one list, so that no two features share a number. */
export const advisoryLocks = {
  /** one start at a time applies migrations */
  migrations: 7_000_001,
  /** only its holder, on a direct connection, numbers the outbox */
  outbox: 7_000_002,
  /** its holder is the one server of this database */
  server: 7_000_003,
  /** one start at a time changes grants; the lock of the server is held meanwhile */
  grants: 7_000_004,
  /** one starting server at a time fills the trial city */
  trialData: 7_000_031,
  trialPastTrips: 7_000_032,
  trialTomorrow: 7_000_033,
  trialPasswords: 7_000_034,
  /** held shared by each transaction that writes to the audit, by a trigger (migration 017) */
  audit: 7_000_041,
  /** held shared by each transaction that posts, by a trigger (migration 036) */
  postings: 7_000_042,
} as const
