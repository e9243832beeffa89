/** Calls at once: fewer than the server's request pool has connections. */
const most = 8

/** The results in the order of the items; the work on several of them runs at the same time. */
export const sideBySide = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  const left = items.entries()
  const takeAll = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: most }, takeAll))
  return results
}
