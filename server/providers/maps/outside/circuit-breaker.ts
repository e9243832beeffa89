/**
 * Stops calling a service that fails: after `failures` in a row it is paused for `ms`, then one request tries again.
 * That one ends the pause or starts the next.
 */
export class CircuitBreaker {
  readonly #failures: number
  readonly #ms: number
  readonly #now: () => number
  #inARow = 0
  #pausedUntil: number | null = null
  #trying = false

  constructor(failures: number, ms: number, now: () => number = Date.now) {
    this.#failures = failures
    this.#ms = ms
    this.#now = now
  }

  /** Whether a request may be sent now. Each one that may must end with `succeeded`, `failed` or `notSent`. */
  mayCall(): boolean {
    if (this.#pausedUntil === null) return true
    if (this.#trying || this.#now() < this.#pausedUntil) return false
    this.#trying = true
    return true
  }

  succeeded(): void {
    this.#inARow = 0
    this.#pausedUntil = null
    this.#trying = false
  }

  failed(): void {
    this.#inARow++
    // A request from before the pause that fails later does not prolong it.
    if (this.#trying || (this.#pausedUntil === null && this.#inARow >= this.#failures))
      this.#pausedUntil = this.#now() + this.#ms
    this.#trying = false
  }

  /** The request that might be sent was not: it says nothing about the service. */
  notSent(): void {
    this.#trying = false
  }

  /** Lets the next request try, whatever the pause: an admin tests the connection. */
  endPause(): void {
    if (this.#pausedUntil !== null) this.#pausedUntil = this.#now()
    this.#trying = false
  }

  /** ms since 1970, null while requests are sent. */
  get pausedUntil(): number | null {
    return this.#pausedUntil
  }
}
