/** A growable column of 32-bit integers. */
export class IntColumn {
  #values: Int32Array
  #length = 0

  constructor(...first: number[]) {
    this.#values = new Int32Array(1024)
    for (const value of first) this.push(value)
  }

  get length(): number {
    return this.#length
  }

  at(index: number): number {
    return this.#values[index]!
  }

  /** Returns the index of the added value. */
  push(value: number): number {
    if (this.#length === this.#values.length) {
      const wider = new Int32Array(Math.ceil(this.#length * 1.6))
      wider.set(this.#values)
      this.#values = wider
    }
    this.#values[this.#length] = value
    return this.#length++
  }

  /** A copy of exactly the values added. */
  values(): Int32Array {
    return this.#values.slice(0, this.#length)
  }
}
