const NONE = -1

type ArcColumns = Readonly<Record<'tail' | 'head' | 'time' | 'length' | 'first' | 'second', Int32Array>>

/** The changing arcs of a graph under contraction: at most one arc per pair of nodes, linked by tail and by head. */
export class ArcPool {
  tail: Int32Array
  head: Int32Array
  time: Int32Array
  length: Int32Array
  first: Int32Array
  second: Int32Array
  #nextOut: Int32Array
  #nextIn: Int32Array
  readonly #firstOut: Int32Array
  readonly #firstIn: Int32Array
  count = 0

  constructor(nodes: number, capacity: number) {
    this.tail = new Int32Array(capacity)
    this.head = new Int32Array(capacity)
    this.time = new Int32Array(capacity)
    this.length = new Int32Array(capacity)
    this.first = new Int32Array(capacity)
    this.second = new Int32Array(capacity)
    this.#nextOut = new Int32Array(capacity)
    this.#nextIn = new Int32Array(capacity)
    this.#firstOut = new Int32Array(nodes).fill(NONE)
    this.#firstIn = new Int32Array(nodes).fill(NONE)
  }

  /** First arc out of a node, then `nextOut`; -1 ends. */
  firstOut(node: number): number {
    return this.#firstOut[node]!
  }

  nextOut(arc: number): number {
    return this.#nextOut[arc]!
  }

  firstIn(node: number): number {
    return this.#firstIn[node]!
  }

  nextIn(arc: number): number {
    return this.#nextIn[arc]!
  }

  /**
   * Adds an arc, or replaces a slower one between the same nodes. That is safe during contraction: both
   * ends are still in the graph, so no shortcut uses the arc yet.
   */
  offer(tail: number, head: number, time: number, length: number, first: number, second: number): void {
    if (tail === head) return
    let arc = this.#firstOut[tail]!
    while (arc !== NONE && this.head[arc] !== head) arc = this.#nextOut[arc]!
    if (arc === NONE) {
      if (this.count === this.tail.length) this.#grow()
      arc = this.count++
      this.tail[arc] = tail
      this.head[arc] = head
      this.#nextOut[arc] = this.#firstOut[tail]!
      this.#firstOut[tail] = arc
      this.#nextIn[arc] = this.#firstIn[head]!
      this.#firstIn[head] = arc
    } else if (this.time[arc]! <= time) return
    this.time[arc] = time
    this.length[arc] = length
    this.first[arc] = first
    this.second[arc] = second
  }

  /** Removes a node: its own list keeps the arcs, the lists of its neighbours drop them. */
  detach(node: number): void {
    for (let arc = this.#firstOut[node]!; arc !== NONE; arc = this.#nextOut[arc]!) {
      unlink(this.#firstIn, this.#nextIn, this.head[arc]!, arc)
    }
    for (let arc = this.#firstIn[node]!; arc !== NONE; arc = this.#nextIn[arc]!) {
      unlink(this.#firstOut, this.#nextOut, this.tail[arc]!, arc)
    }
  }

  /**
   * The arcs, without copies of their columns, which are the largest of an import; the pool is not usable afterwards.
   */
  take(): ArcColumns {
    const { tail, head, time, length, first, second } = this
    this.#nextOut = this.#nextIn = new Int32Array(0)
    const used = (column: Int32Array): Int32Array => column.subarray(0, this.count)
    return {
      tail: used(tail),
      head: used(head),
      time: used(time),
      length: used(length),
      first: used(first),
      second: used(second),
    }
  }

  #grow(): void {
    this.tail = wider(this.tail)
    this.head = wider(this.head)
    this.time = wider(this.time)
    this.length = wider(this.length)
    this.first = wider(this.first)
    this.second = wider(this.second)
    this.#nextOut = wider(this.#nextOut)
    this.#nextIn = wider(this.#nextIn)
  }
}

const wider = (column: Int32Array): Int32Array => {
  const grown = new Int32Array(Math.ceil(column.length * 1.25) + 16)
  grown.set(column)
  return grown
}

const unlink = (firsts: Int32Array, nexts: Int32Array, node: number, arc: number): void => {
  if (firsts[node] === arc) {
    firsts[node] = nexts[arc]!
    return
  }
  let before = firsts[node]!
  while (before !== NONE && nexts[before] !== arc) before = nexts[before]!
  if (before !== NONE) nexts[before] = nexts[arc]!
}
