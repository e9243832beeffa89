/**
 * A growable column of numbers in parts of a fixed size, so that growing copies nothing. A JavaScript array or Map
 * holds its values as heap objects, and a Map at most 2^24 of them; a country has more nodes.
 */
class Column<A extends Float64Array | Int32Array> {
  static readonly PART = 2 ** 18
  readonly #make: (length: number) => A
  readonly #parts: A[] = []
  #last: A
  #used = Column.PART

  constructor(make: (length: number) => A) {
    this.#make = make
    this.#last = make(0)
  }

  get length(): number {
    return this.#parts.length === 0 ? 0 : (this.#parts.length - 1) * Column.PART + this.#used
  }

  push(value: number): void {
    if (this.#used === Column.PART) {
      this.#last = this.#make(Column.PART)
      this.#parts.push(this.#last)
      this.#used = 0
    }
    this.#last[this.#used++] = value
  }

  /** All values in one array; the list is empty afterwards, so that the values are not held twice for long. */
  take(): A {
    const all = this.#make(this.length)
    let at = this.length
    while (this.#parts.length > 0) {
      const part = this.#parts.pop()!
      const used = this.#parts.length * Column.PART
      all.set(part.subarray(0, at - used), used)
      at = used
    }
    this.#used = Column.PART
    return all
  }
}

/** OpenStreetMap ids, which need 53 bits. */
export class NumberList extends Column<Float64Array> {
  constructor() {
    super((length) => new Float64Array(length))
  }

  /** Ascending, each value once; empties the list. */
  takeSortedUnique(): Float64Array {
    return sortUnique(this.take())
  }
}

/** Coordinates and indexes. */
export class IntList extends Column<Int32Array> {
  constructor() {
    super((length) => new Int32Array(length))
  }
}

/** Sorts in place; the result is the beginning of the same memory. */
export const sortUnique = (values: Float64Array): Float64Array => {
  values.sort()
  let kept = 0
  for (let i = 0; i < values.length; i++) {
    if (i === 0 || values[i] !== values[i - 1]) values[kept++] = values[i]!
  }
  return values.subarray(0, kept)
}
