/** Runs this many of `worker` at once. Ends when all have ended; rejects then with the first error. */
export const runInParallel = async (parallel: number, worker: () => Promise<void>): Promise<void> => {
  const ended = await Promise.allSettled(Array.from({ length: parallel }, worker))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/**
 * Does `work` for every item in their order, at most `parallel` at a time. An error ends one of the workers: sweeps
 * pass a `work` that does not fail.
 */
export const eachInParallel = async <Item>(
  items: readonly Item[],
  parallel: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const left = items[Symbol.iterator]()
  await runInParallel(parallel, async () => {
    for (const item of left) await work(item)
  })
}
