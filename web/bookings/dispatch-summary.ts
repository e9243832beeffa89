interface Recorded {
  readonly wave: number | null
  readonly considered: readonly {
    readonly seconds: number | null
    readonly reason: string | null
    readonly wave: number | null
  }[]
}

export interface DispatchSummary {
  readonly asked: number
  /** driving seconds of the soonest and of the last one asked; null where the maps gave none */
  readonly seconds: readonly [least: number, most: number] | null
  /** eligible, but for a later wave */
  readonly waiting: number
  /** the others by reason, most first */
  readonly dropped: readonly { readonly reason: string; readonly count: number }[]
}

/** What one turn of a search did. */
export const dispatchSummary = ({ wave, considered }: Recorded): DispatchSummary => {
  const asked = considered.filter((one) => wave !== null && one.wave === wave)
  const times = asked.flatMap(({ seconds }) => seconds ?? [])
  const counts = new Map<string, number>()
  for (const { reason } of considered) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return {
    asked: asked.length,
    seconds: times.length === 0 ? null : [Math.min(...times), Math.max(...times)],
    waiting: considered.filter((one) => one.reason === null && one.wave === null).length,
    dropped: [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count),
  }
}
