import type { LatLng } from '@remis/domain/kit/distance'
import { Nearest, perSpot, type Bucket } from './nearest.ts'
import { chordOf, onSphere, ringKm } from './sphere.ts'

/** Last position of an online driver; `at` in ms by the earlier of the database's and the device's clock. */
export interface SeenDriver extends LatLng {
  readonly id: string
  readonly at: number
}

/** The facts for which a search may skip a driver, as last read from the database. */
export interface DriverState {
  readonly carType: string | null
  readonly busy: boolean
}

/** The drivers that a search is for. */
export interface Wanted {
  readonly carType: string
  /** positions from before are skipped, ms */
  readonly seenSince: number
}

/** The part of the index that a search uses. */
export type DriverSearch = Pick<DriverIndex, 'ready' | 'near' | 'setState' | 'get'>

interface Cell extends Bucket<Entry> {
  readonly key: number
  readonly items: Entry[]
  /** never shrinks: only the entries of `items` count */
  readonly spots: number[]
}

/** The drivers of one car type that are free or busy, or all drivers of unknown state. */
interface Shelf {
  /** undefined: the state is unknown */
  readonly state: DriverState | undefined
  readonly cells: Map<number, Cell>
  size: number
}

/** Mutated in place: replacing long-lived objects on every position would cost garbage collection. */
interface Entry {
  readonly id: string
  lat: number
  lng: number
  at: number
  shelf: Shelf
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

const shelfName = (state: DriverState | undefined): string =>
  state === undefined ? 'unknown' : `${state.busy ? 'busy' : 'free'} ${state.carType ?? ''}`

/** A driver with an unknown state is a candidate: the database decides. */
const mayFit = (state: DriverState | undefined, { carType }: Wanted): boolean =>
  state === undefined || (!state.busy && state.carType === carType)

/**
 * Last positions of online drivers in process memory, on a grid for each car type and state [design/dispatch-5]: a
 * nearest search without a database query. Other types, busy drivers and stale positions do not use up its limit.
 * Filled from the database before the first search, updated by positions and moves, emptied by going offline. The
 * database decides about each driver found; a wrong state lasts until the driver's next position or search.
 */
export class DriverIndex {
  readonly #seen = new Map<string, Entry>()
  readonly #shelves = new Map<string, Shelf>()
  readonly #spot = { x: 0, y: 0, z: 0 }
  #loaded: Promise<void> | undefined

  /** Fills the index once per process; after a failed load the next call tries again. */
  ready(load: () => Promise<readonly (SeenDriver & DriverState)[]>): Promise<void> {
    this.#loaded ??= load().then(
      (drivers) => {
        for (const driver of drivers) this.put(driver, driver)
      },
      (error: unknown) => {
        this.#loaded = undefined
        throw error
      },
    )
    return this.#loaded
  }

  /**
   * Stores a position unless a newer one is known; without `state` the known one stays. A known position later than
   * `now` (ms) is replaced: the clock was set back [design/tracking-44].
   */
  put({ id, lat, lng, at }: SeenDriver, state?: DriverState, now = Infinity): void {
    const key = keyOf(row(lat), column(lng))
    const known = this.#seen.get(id)
    if (known === undefined) {
      const shelf = this.#shelfOf(state)
      const entry: Entry = { id, lat, lng, at, shelf, cell: cellOf(shelf, key), place: 0 }
      this.#seen.set(id, entry)
      this.#enter(entry)
      return
    }
    if (state !== undefined) this.#reshelve(known, state)
    if (known.at > at && known.at <= now) return
    known.lat = lat
    known.lng = lng
    known.at = at
    if (known.cell.key === key) {
      this.#write(known)
      return
    }
    leave(known)
    known.cell = cellOf(known.shelf, key)
    this.#enter(known)
  }

  /** Stores the state of a driver with a known position. */
  setState(id: string, state: DriverState): void {
    const known = this.#seen.get(id)
    if (known !== undefined) this.#reshelve(known, state)
  }

  remove(id: string): void {
    const known = this.#seen.get(id)
    if (known === undefined) return
    this.#seen.delete(id)
    leave(known)
  }

  get(id: string): SeenDriver | null {
    const known = this.#seen.get(id)
    return known === undefined ? null : seenOf(known)
  }

  get size(): number {
    return this.#seen.size
  }

  /**
   * Drivers within `km` of the point, nearest first, at most `limit`; only those that may fit where `wanted` is given.
   */
  near(point: LatLng, km: number, limit: number, wanted?: Wanted): SeenDriver[] {
    const nearest = new Nearest<Entry>(
      onSphere(point, { x: 0, y: 0, z: 0 }),
      chordOf(km),
      limit,
      wanted === undefined ? -Infinity : wanted.seenSince,
    )
    for (const shelf of this.#shelves.values())
      if (shelf.size > 0 && (wanted === undefined || mayFit(shelf.state, wanted))) searchShelf(nearest, point, shelf)
    return nearest.found.map(seenOf)
  }

  #shelfOf(state: DriverState | undefined): Shelf {
    const name = shelfName(state)
    const known = this.#shelves.get(name)
    if (known !== undefined) return known
    const shelf = { state, cells: new Map(), size: 0 }
    this.#shelves.set(name, shelf)
    return shelf
  }

  #reshelve(entry: Entry, state: DriverState): void {
    const { state: before } = entry.shelf
    if (before !== undefined && before.busy === state.busy && before.carType === state.carType) return
    leave(entry)
    entry.shelf = this.#shelfOf(state)
    entry.cell = cellOf(entry.shelf, entry.cell.key)
    this.#enter(entry)
  }

  #enter(entry: Entry): void {
    entry.place = entry.cell.items.push(entry) - 1
    entry.shelf.size++
    this.#write(entry)
  }

  #write(entry: Entry): void {
    const { x, y, z } = onSphere(entry, this.#spot)
    const { place } = entry
    const { spots } = entry.cell
    spots[place * perSpot] = x
    spots[place * perSpot + 1] = y
    spots[place * perSpot + 2] = z
    spots[place * perSpot + 3] = entry.at
  }
}

const cellOf = ({ cells }: Shelf, key: number): Cell => {
  const known = cells.get(key)
  if (known !== undefined) return known
  const cell = { key, items: [], spots: [] }
  cells.set(key, cell)
  return cell
}

/** The last entry of the cell takes the free place. */
const leave = ({ shelf, cell: { key, items, spots }, place }: Entry): void => {
  shelf.size--
  const last = items.pop()
  if (items.length === 0) shelf.cells.delete(key)
  if (last === undefined || place === items.length) return
  items[place] = last
  for (let i = 0; i < perSpot; i++) spots[place * perSpot + i] = spots[last.place * perSpot + i]!
  last.place = place
}

/** Rings of cells around the point, until the next ring can contain no driver nearer than those found. */
const searchShelf = (nearest: Nearest<Entry>, point: LatLng, { cells, size }: Shelf): void => {
  const [r, c] = [row(point.lat), column(point.lng)]
  const searchCell = (up: number, across: number): void => {
    const cell = cells.get(keyOf(up, across))
    if (cell !== undefined) nearest.offer(cell)
  }
  for (let ring = 0; chordOf(ringKm(point, ring, perDegree)) <= nearest.reach; ring++) {
    // More cells than drivers would be searched: around a pole, or with few drivers far apart.
    if ((2 * ring + 1) ** 2 > size + 9) {
      nearest.skipFound()
      for (const cell of cells.values()) nearest.offer(cell)
      return
    }
    for (let across = c - ring; across <= c + ring; across++) {
      searchCell(r - ring, across)
      if (ring > 0) searchCell(r + ring, across)
    }
    for (let up = r - ring + 1; up < r + ring; up++) {
      searchCell(up, c - ring)
      searchCell(up, c + ring)
    }
  }
}
