/** Accepts of one booking that may use the database at a time: one that holds the lock, one ready if it fails. */
const places = 2
/** Remembers the last 1,000 bookings; a late accept for an older one costs one extra lock. */
const remembered = 1000

interface Entry {
  count: number
  waiting: (() => void)[]
}

/**
 * Limits how many accepts of one booking wait for its row lock. A waiting accept holds a connection, so a hundred
 * drivers who accept at once would hold the whole pool. It only saves connections: the row lock decides, on several
 * nodes too [design/dispatch-19].
 */
export class AcceptQueue {
  readonly #entries = new Map<string, Entry>()
  /** Bookings tried recently, the latest last. */
  readonly #tried = new Set<string>()

  /**
   * Takes a place for the first accept of a booking in this process, which need not check whether the booking is taken.
   * Call `leave` after.
   */
  enterFirst(bookingId: string): boolean {
    return !this.#tried.has(bookingId) && this.enter(bookingId)
  }

  /** A place if one is free. Call `leave` after. */
  enter(bookingId: string): boolean {
    const entry = this.#entries.get(bookingId) ?? { count: 0, waiting: [] }
    if (entry.count >= places) return false
    entry.count++
    this.#entries.set(bookingId, entry)
    this.#remember(bookingId)
    return true
  }

  leave(bookingId: string): void {
    const entry = this.#entries.get(bookingId)
    if (entry === undefined) return
    entry.count--
    if (entry.count === 0) this.#entries.delete(bookingId)
    const { waiting } = entry
    entry.waiting = []
    for (const resume of waiting) resume()
  }

  /** Resolves when an accept of this booking has left: check again then whether the booking is taken. */
  change(bookingId: string): Promise<void> {
    const entry = this.#entries.get(bookingId)
    return entry === undefined ? Promise.resolve() : new Promise((resume) => entry.waiting.push(resume))
  }

  #remember(bookingId: string): void {
    this.#tried.delete(bookingId)
    this.#tried.add(bookingId)
    if (this.#tried.size <= remembered) return
    const [oldest] = this.#tried
    if (oldest !== undefined) this.#tried.delete(oldest)
  }
}
