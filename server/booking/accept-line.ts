/** One takes the booking, one stands right behind in case that fails. */
const places = 2

interface Standing {
  count: number
  waiting: (() => void)[]
}

/**
 * Keeps a crowd that wants one booking from the database: whoever waits for the lock of a row holds a connection, and a
 * hundred drivers would hold them all. It only spares connections; the row's lock decides, on several nodes too.
 */
export class AcceptLine {
  readonly #standing = new Map<string, Standing>()

  /** undefined: there is room now. Else resolves when it is worth looking again whether the booking is still to be had. */
  full(bookingId: string): Promise<void> | undefined {
    const standing = this.#standing.get(bookingId)
    if (standing === undefined || standing.count < places) return undefined
    return new Promise((again) => standing.waiting.push(again))
  }

  async within<T>(bookingId: string, work: () => Promise<T>): Promise<T> {
    const standing = this.#standing.get(bookingId) ?? { count: 0, waiting: [] }
    this.#standing.set(bookingId, standing)
    standing.count++
    try {
      return await work()
    } finally {
      standing.count--
      if (standing.count === 0) this.#standing.delete(bookingId)
      const { waiting } = standing
      standing.waiting = []
      for (const again of waiting) again()
    }
  }
}
