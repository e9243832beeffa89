import { AppError } from '@remis/domain/messages/app-error'
import type { Fix } from '@remis/domain/tracking/tracking-api'

/**
 * A second phone of a driver may send once the first has been silent for this long: twice the time between two repeats.
 */
const senderMs = 30_000

/** The sender of a driver's companion app; every other sender is a session [design/tracking-34]. */
export const companion = 'companion'

/** A driver's last believed fix. */
export type LastFix = Fix

/**
 * The last fix of each driver's device, in process memory. Batches of one driver are handled one after the other; the
 * latest positions are written in batches, not one commit per fix [design/tracking-7].
 */
export class LastPositions {
  readonly #last = new Map<string, LastFix>()
  readonly #dirty = new Set<string>()
  readonly #turns = new Map<string, { last: Promise<unknown>; open: number }>()
  /** the session that sends a driver's positions, and when it last did, ms */
  readonly #senders = new Map<string, { readonly session: string; readonly at: number }>()

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
   * Whether this session may send the driver's positions at `now` (ms): no other session has sent any lately
   * [design/tracking-20]. The driver app does not wait for the companion app. A future timestamp means that the
   * clock was set back.
   */
  maySend(driver: string, session: string, now: number): boolean {
    const sender = this.#senders.get(driver)
    if (sender === undefined || sender.session === session || sender.session === companion) return true
    return Math.abs(now - sender.at) >= senderMs
  }

  /** Makes this session the one that sends: it made a move of the trip, or its fixes were believed. */
  claim(driver: string, session: string, now: number): void {
    this.#senders.set(driver, { session, at: now })
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
