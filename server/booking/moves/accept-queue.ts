/** One takes the booking, one stands right behind in case that fails. */
const places = 2
/** Offers are over in seconds: who comes for an older booking than these costs one lock more. */
const remembered = 1000

interface Standing {
  count: number
  waiting: (() => void)[]
}

/**
 * Keeps a crowd that wants one booking from the database: whoever waits for the lock of a row holds a connection, and a
 * hundred drivers would hold them all. It only spares connections; the row's lock decides, on several nodes too.
 */
export class AcceptQueue {
  readonly #standing = new Map<string, Standing>()
  /** Bookings that were tried lately, the latest last. */
  readonly #tried = new Set<string>()

  /** A place for the first who comes to a booking here: nobody has to ask whether it is still to be had. Leave it again. */
  enterFirst(bookingId: string): boolean {
    return !this.#tried.has(bookingId) && this.enter(bookingId)
  }

  /** A place, if there is one: it has to be left. Looked at and taken in one step: hundreds come in one moment. */
  enter(bookingId: string): boolean {
    const standing = this.#standing.get(bookingId) ?? { count: 0, waiting: [] }
    if (standing.count >= places) return false
    standing.count++
    this.#standing.set(bookingId, standing)
    this.#remember(bookingId)
    return true
  }

  leave(bookingId: string): void {
    const standing = this.#standing.get(bookingId)
    if (standing === undefined) return
    standing.count--
    if (standing.count === 0) this.#standing.delete(bookingId)
    const { waiting } = standing
    standing.waiting = []
    for (const again of waiting) again()
  }

  /** Resolves when somebody has left: then it is worth looking again whether the booking is still to be had. */
  change(bookingId: string): Promise<void> {
    const standing = this.#standing.get(bookingId)
    return standing === undefined ? Promise.resolve() : new Promise((again) => standing.waiting.push(again))
  }

  #remember(bookingId: string): void {
    this.#tried.delete(bookingId)
    this.#tried.add(bookingId)
    if (this.#tried.size <= remembered) return
    const [oldest] = this.#tried
    if (oldest !== undefined) this.#tried.delete(oldest)
  }
}
