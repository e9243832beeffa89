import { OpenRegion, readCurrent, type OpenOptions } from '@remis/atlas'

/** How often a running server checks for a newly imported region, ms. */
const CHECK_MS = 5_000
/** A replaced region stays open this long for calls that still use it, ms. */
const CLOSE_AFTER_MS = 60_000

/** The region in use. After `npm run maps:import` a running server switches to the new one. */
export class CurrentRegion {
  #region: OpenRegion
  readonly #options: OpenOptions
  readonly #failed: (error: unknown) => void
  readonly #worked: () => void
  readonly #timer: NodeJS.Timeout
  readonly #closing = new Set<NodeJS.Timeout>()
  readonly #before = new Set<OpenRegion>()
  #looking = false
  #closed = false

  private constructor(region: OpenRegion, options: OpenOptions, failed: (error: unknown) => void, worked: () => void) {
    this.#region = region
    this.#options = options
    this.#failed = failed
    this.#worked = worked
    this.#timer = setInterval(() => void this.refresh(), CHECK_MS).unref()
  }

  /**
   * @param failed called at each check while a newly imported region cannot be opened; the one before stays in use
   * @param worked called at each other check
   */
  static async open(
    options: OpenOptions,
    failed: (error: unknown) => void,
    worked: () => void = () => undefined,
  ): Promise<CurrentRegion> {
    return new CurrentRegion(await OpenRegion.open(options), options, failed, worked)
  }

  get region(): OpenRegion {
    return this.#region
  }

  /** Switches to the current region. */
  async refresh(): Promise<void> {
    if (this.#looking || this.#closed) return
    this.#looking = true
    try {
      const current = await readCurrent(this.#options.dir)
      const { region, version } = this.#region.info
      if (!current || (current.region === region && current.version === version)) return this.#worked()
      const next = await OpenRegion.open(this.#options)
      if (this.#closed) return await next.close()
      this.#retire(this.#region)
      this.#region = next
      this.#worked()
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#looking = false
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    for (const timer of this.#closing) clearTimeout(timer)
    await Promise.all([this.#region, ...this.#before].map((region) => region.close()))
  }

  #retire(region: OpenRegion): void {
    this.#before.add(region)
    const timer = setTimeout(() => {
      this.#closing.delete(timer)
      this.#before.delete(region)
      region.close().catch(this.#failed)
    }, CLOSE_AFTER_MS).unref()
    this.#closing.add(timer)
  }
}
