/** How many of those considered were dropped for which reason, most first. `null` is a pass: offered. */
export const dispatchSummary = (
  considered: readonly { readonly reason: string | null }[],
): readonly { readonly reason: string | null; readonly count: number }[] => {
  const counts = new Map<string | null, number>()
  for (const { reason } of considered) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => Number(b.reason === null) - Number(a.reason === null) || b.count - a.count)
}
