import { chordBetween, type Spot } from './sphere.ts'

/** The few nearest of many that are offered, within reach; sorted at every moment. */
export class Nearest<T extends Spot> {
  readonly found: T[] = []
  readonly #chords: number[] = []
  readonly #from: Spot
  readonly #most: number
  /** Who is farther is of no interest: the radius, then the farthest of those found. Squared chord. */
  reach: number

  constructor(from: Spot, reach: number, most: number) {
    this.#from = from
    this.#most = most
    this.reach = most > 0 ? reach : -1
  }

  offer(many: readonly T[]): void {
    for (const one of many) {
      const chord = chordBetween(this.#from, one)
      if (chord <= this.reach) this.#insert(one, chord)
    }
  }

  #insert(one: T, chord: number): void {
    const chords = this.#chords
    if (chords.length === this.#most) {
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
    if (chords.length === this.#most) this.reach = chords[this.#most - 1]!
  }
}
