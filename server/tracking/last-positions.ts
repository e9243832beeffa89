import type { Fix } from '@remis/domain/tracking/tracking-api'

/** A driver's last believed fix. */
export type LastFix = Fix

/**
 * The last fix of each driver's device, in process memory. Batches of one driver are handled one after the other; the
 * latest positions are written in batches, not one commit per fix [design/tracking-7].
 */
export class LastPositions {
  readonly #last = new Map<string, LastFix>()
  readonly #dirty = new Set<string>()
  readonly #turns = new Map<string, Promise<unknown>>()

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

  /** Runs `work` after all earlier work for this driver. */
  async inTurn<T>(driver: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(driver) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.#turns.set(driver, mine)
    try {
      return await mine
    } finally {
      if (this.#turns.get(driver) === mine) this.#turns.delete(driver)
    }
  }
}
