import { AppError } from '@remis/domain/messages/app-error'
import type { Fix } from '@remis/domain/tracking/tracking-api'

/**
 * A second phone of a driver may send once the first has been silent for this long: twice the time between two repeats.
 */
const silentMs = 30_000
/** The same during a trip: the fare is measured by the phone in the car, which may have no network for a while. */
const silentOnTripMs = 5 * 60_000

/** The sender of a driver's companion app; every other sender is a session [design/tracking-34]. */
export const companion = 'companion'

/** A driver's last believed fix. */
export type LastFix = Fix

interface Sender {
  readonly session: string
  /** when it last sent, ms */
  readonly at: number
  /** when the companion app last sent in its place, ms */
  readonly companionAt: number
}

interface TripState {
  readonly onTrip: boolean
  readonly mover: string | null
}

/**
 * Which phone sends the positions of each driver, in process memory [design/tracking-20]. `mover`: the session in which
 * the driver last made a move of a trip or went online, from the database; null where there was none. After a restart
 * that phone is the sender, silent since the start of the process [design/tracking-49].
 */
export class Senders {
  readonly #senders = new Map<string, Sender>()
  readonly #startedAt: number
  /** by how much the numbers of a session are raised, up to `until`: the highest raised one */
  readonly #numbers = new Map<string, { readonly session: string; readonly until: number; readonly by: number }>()

  constructor(startedAt = Date.now()) {
    this.#startedAt = startedAt
  }

  /**
   * Whether this session may send the driver's positions at `now` (ms). The phone of the last move need not wait, and
   * no phone waits for the companion app, but on a trip the companion keeps the place of the phone beside it. A future
   * timestamp means that the clock was set back.
   */
  maySend(driver: string, session: string, now: number, { onTrip, mover }: TripState): boolean {
    const sender = this.of(driver, mover)
    if (sender === undefined || sender.session === session) return true
    if (session === companion) return Math.abs(now - sender.at) >= silentMs
    if (mover === session) return true
    return onTrip
      ? Math.min(Math.abs(now - sender.at), Math.abs(now - sender.companionAt)) >= silentOnTripMs
      : Math.abs(now - sender.at) >= silentMs
  }

  /** The phone whose positions count. */
  of(driver: string, mover: string | null): Sender | undefined {
    const restored = mover === null ? undefined : { session: mover, at: this.#startedAt, companionAt: 0 }
    return this.#senders.get(driver) ?? restored
  }

  /** The sender in memory only; a new object after each claim and each accepted batch. */
  known(driver: string): Sender | undefined {
    return this.#senders.get(driver)
  }

  /** This session has made a move of a trip or gone online: it sends from now on. */
  claim(driver: string, session: string, now: number): void {
    this.#senders.set(driver, { session, at: now, companionAt: 0 })
  }

  /** The fixes of this session were believed. */
  heard(driver: string, session: string, now: number, mover: string | null = null): void {
    const sender = this.of(driver, mover)
    if (session !== companion) this.claim(driver, session, now)
    else if (sender !== undefined) this.#senders.set(driver, { ...sender, companionAt: now })
  }

  /**
   * The fixes with the numbers to judge them by. A phone that takes over may use numbers up to `lastSeq`, the last one
   * of the phone before it: they are raised above it, each time by the same amount, so that they are neither taken for
   * repeated ones nor stored twice [design/tracking-48].
   */
  numbered(driver: string, session: string, fixes: readonly Fix[], lastSeq: number): readonly Fix[] {
    if (fixes.length === 0) return fixes
    let numbers = this.#numbers.get(driver)
    if (numbers?.session !== session) {
      const seqs = fixes.map(({ seq }) => seq)
      const by = numbers === undefined ? 0 : Math.max(0, lastSeq + 1 - Math.min(...seqs))
      numbers = { session, until: Math.max(lastSeq, ...seqs), by }
    }
    const { by } = numbers
    let { until } = numbers
    const raised = fixes.map((fix) => {
      const seq = fix.seq <= until ? fix.seq + by : fix.seq
      // After a lost answer the phone goes on with numbers that the raised ones have reached.
      if (seq > fix.seq) until = Math.max(until, seq)
      return { ...fix, seq }
    })
    this.#numbers.set(driver, { session, until, by })
    return raised
  }
}

/**
 * The last fix of each driver's device, in process memory. Batches of one driver are handled one after the other; the
 * latest positions are written in batches, not one commit per fix [design/tracking-7].
 */
export class LastPositions {
  readonly #last = new Map<string, LastFix>()
  readonly #dirty = new Set<string>()
  readonly #turns = new Map<string, { last: Promise<unknown>; open: number }>()
  readonly senders = new Senders()

  readonly #mostWaiting: number

  /** `mostWaiting`: waiting batches per driver. */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting
  }

  get(driver: string): LastFix | undefined {
    return this.#last.get(driver)
  }

  /** The fix from the database, unless memory has a newer one. */
  load(driver: string, fix: LastFix): void {
    const known = this.#last.get(driver)
    if (known === undefined || known.seq < fix.seq) this.#last.set(driver, fix)
  }

  put(driver: string, fix: LastFix): void {
    this.#last.set(driver, fix)
    this.#dirty.add(driver)
  }

  /** Forgets written fixes from before this time, ms. */
  forgetBefore(at: number): void {
    for (const [driver, fix] of this.#last) if (fix.at < at && !this.#dirty.has(driver)) this.#last.delete(driver)
  }

  /** Returns the positions not yet written and marks them as written. */
  takeUnwritten(): { driver: string; fix: LastFix }[] {
    const taken = [...this.#dirty].flatMap((driver) => {
      const fix = this.#last.get(driver)
      return fix === undefined ? [] : [{ driver, fix }]
    })
    this.#dirty.clear()
    return taken
  }

  /** Marks them as not written, so that the next turn tries again. */
  markUnwritten(drivers: readonly string[]): void {
    for (const driver of drivers) this.#dirty.add(driver)
  }

  /**
   * Runs `work` after all earlier work for this driver. Throws 503 `busy_try_again` when too many batches wait
   * [design/tracking-46].
   */
  async inTurn<T>(driver: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#turns.get(driver) ?? { last: Promise.resolve(), open: 0 }
    if (turn.open > this.#mostWaiting) throw new AppError(503, 'busy_try_again', { extra: { retryAfter: 1 } })
    turn.open++
    this.#turns.set(driver, turn)
    const mine = turn.last.then(work, work)
    turn.last = mine
    try {
      return await mine
    } finally {
      if (--turn.open === 0) this.#turns.delete(driver)
    }
  }
}
