/** The measurements of a load run by name: counts, and times in ms. */
export interface Meter {
  count(name: string): void
  time(name: string, ms: number): void
  counts(): ReadonlyMap<string, number>
  /** The quantile at `part` (0 to 1) of the times; NaN without one. */
  quantile(name: string, part: number): number
  measured(name: string): number
}

export const makeMeter = (): Meter => {
  const counts = new Map<string, number>()
  const times = new Map<string, number[]>()
  return {
    count: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    time: (name, ms) => {
      const known = times.get(name)
      if (known === undefined) times.set(name, [ms])
      else known.push(ms)
    },
    counts: () => counts,
    quantile: (name, part) => {
      const sorted = (times.get(name) ?? []).toSorted((a, b) => a - b)
      return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
    },
    measured: (name) => times.get(name)?.length ?? 0,
  }
}
