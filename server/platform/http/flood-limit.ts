import { AppError } from '@remis/domain/messages/app-error'
import type { Rate } from '../runtime/limits.ts'

interface Window {
  start: number
  count: number
}

/**
 * Limits the rate of calls to one node, in memory: fixed windows per class and subject [design/api-25]. Counters that
 * guard accounts are in the database (`rate-limits.ts`). Holds at most `most` subjects and drops the oldest windows
 * first.
 */
export class FloodLimit {
  readonly #windows = new Map<string, Window>()
  readonly #most: number

  constructor(most = 100_000) {
    this.#most = most
  }

  /** Throws 429 with the seconds to wait. `now` in ms. */
  count(name: string, subject: string, rate: Rate, now: number): void {
    const window = this.#add(name, subject, rate, now)
    if (window !== undefined && window.count > rate.max)
      throw new AppError(429, 'too_many_requests', {
        extra: { retryAfter: Math.max(1, Math.ceil((window.start + rate.windowSeconds * 1000 - now) / 1000)) },
      })
  }

  /** Counts, and returns whether the limit still allows it, for a part of a reply that can be left out. */
  isWithin(name: string, subject: string, rate: Rate, now: number): boolean {
    const window = this.#add(name, subject, rate, now)
    return window === undefined || window.count <= rate.max
  }

  /** Takes back one that should not count after all. */
  uncount(name: string, subject: string): void {
    const window = this.#windows.get(`${name} ${subject}`)
    if (window !== undefined && window.count > 0) window.count--
  }

  #add(name: string, subject: string, rate: Rate, now: number): Window | undefined {
    if (rate.max === Number.POSITIVE_INFINITY) return undefined
    const key = `${name} ${subject}`
    const length = rate.windowSeconds * 1000
    let window = this.#windows.get(key)
    // A window that begins that far in the future dates from before the clock was set back.
    if (!window || Math.abs(now - window.start) >= length) {
      window = { start: now, count: 0 }
      this.#windows.delete(key)
      this.#windows.set(key, window)
      this.#forgetOldest()
    }
    window.count++
    return window
  }

  #forgetOldest(): void {
    if (this.#windows.size <= this.#most) return
    const oldest = this.#windows.keys().next()
    if (!oldest.done) this.#windows.delete(oldest.value)
  }
}
