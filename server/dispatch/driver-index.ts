import { kmBetween, type LatLng } from '@remis/domain/kit/distance'

/** Where an online driver was seen last; `at` in ms by the database's or, if earlier, the device's clock. */
export interface SeenDriver extends LatLng {
  readonly id: string
  readonly at: number
}

/** One cell of the grid, degrees: about 1.1 km north to south. */
const cell = 0.01
const column = (lng: number): number => Math.floor(lng / cell)
const row = (lat: number): number => Math.floor(lat / cell)
const keyOf = ({ lat, lng }: LatLng): string => `${row(lat)}:${column(lng)}`

/**
 * The last positions of online drivers in process memory, on a grid (design §8): nearest search without a database.
 * Rebuilt from the database at start, fed by positions, emptied by going offline. Everything else about a driver is
 * read from the database when asked.
 */
export class DriverIndex {
  readonly #seen = new Map<string, SeenDriver>()
  readonly #cells = new Map<string, Set<string>>()
  #loaded: Promise<void> | undefined

  /** Fills the index once, before the first search of this process; a load that fails is tried again by the next. */
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

  /** Keeps the newest position: an older one changes nothing. */
  put(driver: SeenDriver): void {
    const before = this.#seen.get(driver.id)
    if (before !== undefined && before.at > driver.at) return
    this.remove(driver.id)
    this.#seen.set(driver.id, driver)
    const key = keyOf(driver)
    const ids = this.#cells.get(key) ?? new Set()
    ids.add(driver.id)
    this.#cells.set(key, ids)
  }

  remove(id: string): void {
    const before = this.#seen.get(id)
    if (before === undefined) return
    this.#seen.delete(id)
    const key = keyOf(before)
    const ids = this.#cells.get(key)
    ids?.delete(id)
    if (ids?.size === 0) this.#cells.delete(key)
  }

  get(id: string): SeenDriver | null {
    return this.#seen.get(id) ?? null
  }

  get size(): number {
    return this.#seen.size
  }

  /** Drivers within `km` of the point, nearest first, at most `most`. */
  near(point: LatLng, km: number, most: number): SeenDriver[] {
    return this.#within(point, km)
      .map((driver) => ({ driver, km: kmBetween(driver, point) }))
      .filter((found) => found.km <= km)
      .sort((a, b) => a.km - b.km)
      .slice(0, most)
      .map(({ driver }) => driver)
  }

  #within(point: LatLng, km: number): SeenDriver[] {
    const dLat = km / 110.5
    const dLng = km / Math.max(0.01, 111.3 * Math.cos((point.lat * Math.PI) / 180))
    const rows = row(point.lat + dLat) - row(point.lat - dLat) + 1
    const columns = column(point.lng + dLng) - column(point.lng - dLng) + 1
    // A box wider than the fleet, or over the date line: look at everybody.
    if (rows * columns > this.#seen.size || Math.abs(point.lng) + dLng > 180) return [...this.#seen.values()]
    const found: SeenDriver[] = []
    for (let r = row(point.lat - dLat); r <= row(point.lat + dLat); r++)
      for (let c = column(point.lng - dLng); c <= column(point.lng + dLng); c++)
        for (const id of this.#cells.get(`${r}:${c}`) ?? []) {
          const driver = this.#seen.get(id)
          if (driver !== undefined) found.push(driver)
        }
    return found
  }
}
