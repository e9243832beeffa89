/** Why a booking needs a person of the office, the most urgent first [design/dashboard-5]. */
export const attentionKinds = [
  'panic',
  'no-driver',
  'silent',
  'unanswered',
  'searching',
  'late',
  'waiting',
  'long',
  'unfinished',
  'review',
  'fare',
  'unpaid',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** From when on a state needs attention. */
export const attentionAfter = {
  /** a search for a driver, minutes since it began */
  searchMinutes: 3,
  /** an accepted booking without an arrival, minutes */
  lateMinutes: 25,
  /** a driver at the pickup without a start, minutes */
  waitingMinutes: 12,
  /** a started trip: this many times the estimated time, and at least these minutes */
  longFactor: 2.5,
  longMinutes: 45,
  /** a trip at its drop that is not ended, minutes */
  unfinishedMinutes: 10,
  /** a driver on a trip without a position, seconds */
  silentSeconds: 120,
  /** an ended trip that is not paid, minutes */
  unpaidMinutes: 15,
  /** one that is not paid after these days is a matter of reminders and debts */
  unpaidDays: 3,
} as const

/** A position older than this is drawn grey, seconds [design/dashboard-3]. */
export const staleSeconds = 60
