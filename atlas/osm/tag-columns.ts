import { IntList } from './number-list.ts'
import type { Tags } from './osm-data.ts'

/** Keys about the making of the map, which no part of the import reads. */
const UNREAD = /^(source|note|fixme|created_by|attribution|import|tiger|gnis|CLC|mvdgis)(:|$)/i

/** The tags of many objects as numbers of texts: each distinct text is in memory once. */
export class TagColumns {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #pairs = new IntList()
  /** The end of each object's pairs; the first value is 0. */
  readonly #ends = new IntList()
  #pairColumn: Int32Array = new Int32Array(0)
  #endColumn: Int32Array = new Int32Array(0)

  constructor() {
    this.#ends.push(0)
  }

  /** Adds the next object's tags. */
  add(tags: Tags): void {
    for (const key in tags) {
      if (UNREAD.test(key)) continue
      this.#pairs.push(this.#number(key))
      this.#pairs.push(this.#number(tags[key]!))
    }
    this.#ends.push(this.#pairs.length)
  }

  /** After the last `add` and before the first `at`. */
  close(): void {
    this.#pairColumn = this.#pairs.take()
    this.#endColumn = this.#ends.take()
    this.#numbers.clear()
  }

  /** The tags of the object that was added as number `i`, from 0. */
  at(i: number): Tags {
    const tags: Record<string, string> = {}
    for (let p = this.#endColumn[i]!; p < this.#endColumn[i + 1]!; p += 2)
      tags[this.#texts[this.#pairColumn[p]!]!] = this.#texts[this.#pairColumn[p + 1]!]!
    return tags
  }

  #number(text: string): number {
    let number = this.#numbers.get(text)
    if (number === undefined) {
      number = this.#texts.push(text) - 1
      this.#numbers.set(text, number)
    }
    return number
  }
}
