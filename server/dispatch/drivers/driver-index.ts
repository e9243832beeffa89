import type { LatLng } from '@remis/domain/kit/distance'
import { Nearest, type Bucket } from './nearest.ts'
import { chordOf, onSphere, ringKm } from './sphere.ts'

/** Last position of an online driver; `at` in ms by the earlier of the database's and the device's clock. */
export interface SeenDriver extends LatLng {
  readonly id: string
  readonly at: number
}

interface Cell extends Bucket<Entry> {
  readonly key: number
  readonly items: Entry[]
  /** never shrinks: only those of `items` count */
  readonly spots: number[]
}

/** Mutated in place: replacing long-lived objects on every position would cost garbage collection. */
interface Entry {
  readonly id: string
  lat: number
  lng: number
  at: number
  cell: Cell
  /** index in its cell's lists */
  place: number
}

/** A copy, because the entry changes. */
const seenOf = ({ id, lat, lng, at }: Entry): SeenDriver => ({ id, lat, lng, at })

/** Cells of 0.004 degrees, about 440 m north to south: some ten cars in dense fleets, a few rings in thin ones. */
const perDegree = 250
const columns = 360 * perDegree
const column = (lng: number): number => Math.floor(lng * perDegree)
const row = (lat: number): number => Math.floor(lat * perDegree)
/** Columns wrap around the world; rows end at the poles. Keys fit into 32 bits, which V8 stores best. */
const keyOf = (r: number, c: number): number =>
  ((r + 90 * perDegree) * columns + (c >= -columns / 2 && c < columns / 2 ? c + columns / 2 : wrapped(c))) | 0
const wrapped = (c: number): number => (((c + columns / 2) % columns) + columns) % columns

/**
 * Last positions of online drivers in process memory, on a grid [design/dispatch-5]: a nearest search without a
 * database query. Filled from the database before the first search, updated by positions, emptied by going offline.
 */
export class DriverIndex {
  readonly #seen = new Map<string, Entry>()
  readonly #cells = new Map<number, Cell>()
  readonly #spot = { x: 0, y: 0, z: 0 }
  #loaded: Promise<void> | undefined

  /** Fills the index once per process; after a failed load the next call tries again. */
  ready(load: () => Promise<readonly SeenDriver[]>): Promise<void> {
    this.#loaded ??= load().then(
      (drivers) => {
        for (const driver of drivers) this.put(driver)
      },
      (error: unknown) => {
        this.#loaded = undefined
        throw error
      },
    )
    return this.#loaded
  }

  /** Stores a position unless a newer one is known. */
  put({ id, lat, lng, at }: SeenDriver): void {
    const key = keyOf(row(lat), column(lng))
    const known = this.#seen.get(id)
    if (known === undefined) {
      const entry: Entry = { id, lat, lng, at, cell: this.#cellOf(key), place: 0 }
      this.#seen.set(id, entry)
      this.#enter(entry)
      return
    }
    if (known.at > at) return
    known.lat = lat
    known.lng = lng
    known.at = at
    if (known.cell.key === key) {
      this.#write(known)
      return
    }
    this.#leave(known)
    known.cell = this.#cellOf(key)
    this.#enter(known)
  }

  remove(id: string): void {
    const known = this.#seen.get(id)
    if (known === undefined) return
    this.#seen.delete(id)
    this.#leave(known)
  }

  get(id: string): SeenDriver | null {
    const known = this.#seen.get(id)
    return known === undefined ? null : seenOf(known)
  }

  get size(): number {
    return this.#seen.size
  }

  /** Drivers within `km` of the point, nearest first, at limit `limit`. */
  near(point: LatLng, km: number, limit: number): SeenDriver[] {
    const nearest = new Nearest<Entry>(onSphere(point, { x: 0, y: 0, z: 0 }), chordOf(km), limit)
    const [r, c] = [row(point.lat), column(point.lng)]
    // Rings of cells around the point, until the next ring can contain no nearer driver.
    for (let ring = 0; chordOf(ringKm(point, ring, perDegree)) <= nearest.reach; ring++) {
      if ((2 * ring + 1) ** 2 > this.#seen.size + 9) return this.#searchAll(point, km, limit)
      for (let across = c - ring; across <= c + ring; across++) {
        this.#searchCell(nearest, r - ring, across)
        if (ring > 0) this.#searchCell(nearest, r + ring, across)
      }
      for (let up = r - ring + 1; up < r + ring; up++) {
        this.#searchCell(nearest, up, c - ring)
        this.#searchCell(nearest, up, c + ring)
      }
    }
    return nearest.found.map(seenOf)
  }

  #searchCell(nearest: Nearest<Entry>, r: number, c: number): void {
    const cell = this.#cells.get(keyOf(r, c))
    if (cell !== undefined) nearest.offer(cell)
  }

  /** For when more cells than drivers would be searched: around a pole, or with few drivers far apart. */
  #searchAll(point: LatLng, km: number, limit: number): SeenDriver[] {
    const nearest = new Nearest<Entry>(onSphere(point, { x: 0, y: 0, z: 0 }), chordOf(km), limit)
    for (const cell of this.#cells.values()) nearest.offer(cell)
    return nearest.found.map(seenOf)
  }

  #cellOf(key: number): Cell {
    const known = this.#cells.get(key)
    if (known !== undefined) return known
    const cell = { key, items: [], spots: [] }
    this.#cells.set(key, cell)
    return cell
  }

  #enter(entry: Entry): void {
    entry.place = entry.cell.items.push(entry) - 1
    this.#write(entry)
  }

  #write(entry: Entry): void {
    const { x, y, z } = onSphere(entry, this.#spot)
    const { place } = entry
    const { spots } = entry.cell
    spots[place * 3] = x
    spots[place * 3 + 1] = y
    spots[place * 3 + 2] = z
  }

  /** The last entry of the cell takes the free place. */
  #leave({ cell: { key, items, spots }, place }: Entry): void {
    const last = items.pop()
    if (items.length === 0) this.#cells.delete(key)
    if (last === undefined || place === items.length) return
    items[place] = last
    for (let i = 0; i < 3; i++) spots[place * 3 + i] = spots[last.place * 3 + i]!
    last.place = place
  }
}
