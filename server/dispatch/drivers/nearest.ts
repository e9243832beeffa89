import type { Spot } from './sphere.ts'

/** Items with their x, y, z and time in one flat list, which is read faster than one object per item. */
export interface Bucket<T> {
  readonly items: readonly T[]
  readonly spots: readonly number[]
}
/** Numbers per item in `spots`. */
export const perSpot = 4

/** Keeps the `limit` nearest of the items passed to it, sorted; skips items out of reach or older than `since` (ms). */
export class Nearest<T> {
  readonly found: T[] = []
  readonly #chords: number[] = []
  readonly #from: Spot
  readonly #limit: number
  readonly #since: number
  #skipped: ReadonlySet<T> | undefined
  /** Squared chord: the radius, then the distance of the farthest item found. Farther items are skipped. */
  reach: number

  constructor(from: Spot, reach: number, limit: number, since = -Infinity) {
    this.#from = from
    this.#limit = limit
    this.#since = since
    this.reach = limit > 0 ? reach : -1
  }

  /** Call before the same items are passed again: those found so far are not counted twice. */
  skipFound(): void {
    this.#skipped = new Set(this.found)
  }

  offer({ items, spots }: Bucket<T>): void {
    const { x, y, z } = this.#from
    for (let i = 0, at = 0; i < items.length; i++, at += perSpot) {
      const [dx, dy, dz] = [x - spots[at]!, y - spots[at + 1]!, z - spots[at + 2]!]
      // The squared chord grows with the distance on the sphere.
      const chord = dx * dx + dy * dy + dz * dz
      if (chord <= this.reach && spots[at + 3]! >= this.#since) this.#insert(items[i]!, chord)
    }
  }

  #insert(one: T, chord: number): void {
    if (this.#skipped !== undefined && this.#skipped.has(one)) return
    const chords = this.#chords
    if (chords.length === this.#limit) {
      if (chord >= this.reach) return
      chords.pop()
      this.found.pop()
    }
    let place = chords.length
    for (; place > 0 && chords[place - 1]! > chord; place--) {
      chords[place] = chords[place - 1]!
      this.found[place] = this.found[place - 1]!
    }
    chords[place] = chord
    this.found[place] = one
    if (chords.length === this.#limit) this.reach = chords[this.#limit - 1]!
  }
}
