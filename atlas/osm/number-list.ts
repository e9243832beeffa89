/**
 * A growable column of numbers. A JavaScript Map or Set holds at most 2^24 entries and a country has more nodes: ids are
 * collected here, sorted once and found by binary search.
 */
export class NumberList {
  #values = new Float64Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const wider = new Float64Array(this.#values.length * 2)
      wider.set(this.#values)
      this.#values = wider
    }
    this.#values[this.#length++] = value
  }

  /** Ascending, each value once. */
  sortedUnique(): Float64Array {
    const sorted = this.#values.slice(0, this.#length).sort()
    let kept = 0
    for (let i = 0; i < sorted.length; i++) {
      if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i]!
    }
    return sorted.slice(0, kept)
  }
}
