import type { Fix } from '@remis/domain/tracking/tracking-api'

/** A driver's last believed fix. */
export type LastFix = Fix

/**
 * What each driver's device sent last, in process memory: batches of one driver are taken one after the other, and the
 * latest position goes to the database in batches (design §8: not one commit per ping).
 */
export class LastPositions {
  readonly #last = new Map<string, LastFix>()
  readonly #dirty = new Set<string>()
  readonly #turns = new Map<string, Promise<unknown>>()

  get(driver: string): LastFix | undefined {
    return this.#last.get(driver)
  }

  /** What the database held, when memory knows nothing newer. */
  learn(driver: string, fix: LastFix): void {
    const known = this.#last.get(driver)
    if (known === undefined || known.seq < fix.seq) this.#last.set(driver, fix)
  }

  put(driver: string, fix: LastFix): void {
    this.#last.set(driver, fix)
    this.#dirty.add(driver)
  }

  /** Positions not yet written; they count as written from now on. */
  takeDirty(): { driver: string; fix: LastFix }[] {
    const taken = [...this.#dirty].flatMap((driver) => {
      const fix = this.#last.get(driver)
      return fix === undefined ? [] : [{ driver, fix }]
    })
    this.#dirty.clear()
    return taken
  }

  /** Could not be written after all: they are tried again. */
  giveBack(drivers: readonly string[]): void {
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
