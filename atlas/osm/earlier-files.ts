import { NumberList, sortUnique } from './number-list.ts'
import { placeOf } from './osm-data.ts'

/** The ids of one kind of objects in the files before the one that is read. */
export class EarlierFiles {
  #ids: Float64Array = new Float64Array(0)
  readonly #added = new NumberList()
  #left: number

  constructor(files: number) {
    this.#left = files
  }

  /** Begins the next file. */
  next(): void {
    this.#left--
    const added = this.#added.take()
    const all = new Float64Array(this.#ids.length + added.length)
    all.set(this.#ids)
    all.set(added, this.#ids.length)
    this.#ids = sortUnique(all)
  }

  /** Whether an earlier file has the id; notes it for the later ones. */
  had(id: number): boolean {
    if (placeOf(this.#ids, id) >= 0) return true
    if (this.#left > 0) this.#added.push(id)
    return false
  }
}
