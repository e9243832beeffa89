/**
 * A binary heap of node numbers by cost, lowest first, with decrease and increase of a cost. Costs are stored
 * here, so that one heap serves many searches; `clear` touches only the nodes of the last one.
 */
export class BinaryHeap {
  readonly #items: Int32Array
  readonly #costs: Float64Array
  /** Index in the heap + 1; 0 when absent. */
  readonly #place: Int32Array
  #size = 0

  constructor(capacity: number) {
    this.#items = new Int32Array(capacity)
    this.#costs = new Float64Array(capacity)
    this.#place = new Int32Array(capacity)
  }

  get size(): number {
    return this.#size
  }

  /** Cost of the lowest; Infinity when empty. */
  get lowest(): number {
    return this.#size === 0 ? Infinity : this.#costs[this.#items[0]!]!
  }

  has(item: number): boolean {
    return this.#place[item] !== 0
  }

  /** Adds the item, or changes its cost. */
  set(item: number, cost: number): void {
    const place = this.#place[item]!
    this.#costs[item] = cost
    if (place === 0) {
      this.#items[this.#size] = item
      this.#place[item] = ++this.#size
      this.#rise(this.#size - 1)
      return
    }
    this.#rise(place - 1)
    this.#sink(this.#place[item]! - 1)
  }

  pop(): number {
    const top = this.#items[0]!
    this.#place[top] = 0
    const last = this.#items[--this.#size]!
    if (this.#size > 0) {
      this.#items[0] = last
      this.#place[last] = 1
      this.#sink(0)
    }
    return top
  }

  clear(): void {
    for (let i = 0; i < this.#size; i++) this.#place[this.#items[i]!] = 0
    this.#size = 0
  }

  #rise(start: number): void {
    const items = this.#items
    const item = items[start]!
    const cost = this.#costs[item]!
    let at = start
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent]!
      if (this.#costs[above]! <= cost) break
      items[at] = above
      this.#place[above] = at + 1
      at = parent
    }
    items[at] = item
    this.#place[item] = at + 1
  }

  #sink(start: number): void {
    const items = this.#items
    const item = items[start]!
    const cost = this.#costs[item]!
    const size = this.#size
    let at = start
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && this.#costs[items[child + 1]!]! < this.#costs[items[child]!]!) child++
      const below = items[child]!
      if (this.#costs[below]! >= cost) break
      items[at] = below
      this.#place[below] = at + 1
      at = child
    }
    items[at] = item
    this.#place[item] = at + 1
  }
}
