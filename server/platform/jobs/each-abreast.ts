/**
 * Does `work` for every item in their order, at most `abreast` at a time. Ends when all are done. Rejects
 * with the first error, while the other calls go on: sweeps pass a `work` that does not fail.
 */
export const eachAbreast = async <Item>(
  items: readonly Item[],
  abreast: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const left = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: abreast }, worker))
}
