import { setTimeout as sleep } from 'node:timers/promises'

/** Loads many keys at once: one value per key, in the keys' order. */
export type LoadMany<Key, Value> = (keys: readonly Key[]) => Promise<readonly Value[]>

interface Waiting<Key, Value> {
  readonly key: Key
  readonly done: (value: Value) => void
  readonly fail: (error: unknown) => void
}

/** After this many answers, other work of the process runs first: the callers may have much to do with an answer. */
const answersPerTurn = 16

const nextTurn = (): Promise<void> => new Promise((done) => setImmediate(done))

export interface BatchOptions {
  /** Keys of one load. */
  readonly maxKeys?: number
  /**
   * Loads at a time. More than one for reads that every call needs first: with one, a key that arrives during a load
   * waits for two. Not for writes.
   */
  readonly parallel?: number
  /**
   * After a batch of more than one key, wait this long (ms) for the next batch to fill. Only for work that no one waits
   * on.
   */
  readonly waitMs?: number
}

/**
 * Loads keys that arrive during a load together in the next one: a single key costs what it did, hundreds at once cost
 * one query. A value is never read before its key was asked for.
 */
export const batch = <Key, Value>(
  load: LoadMany<Key, Value>,
  { maxKeys = 500, parallel = 1, waitMs = 0 }: BatchOptions = {},
): ((key: Key) => Promise<Value>) => {
  let waiting: Waiting<Key, Value>[] = []
  let running = 0
  let scheduled = false
  let lastHadSeveral = false

  const loadAndAnswer = async (taken: readonly Waiting<Key, Value>[]): Promise<void> => {
    try {
      const values = await load(taken.map(({ key }) => key))
      if (values.length !== taken.length) throw new Error('a batch needs one value per key')
      // The lengths are equal.
      for (const [index, { done }] of taken.entries()) {
        if (index > 0 && index % answersPerTurn === 0) await nextTurn()
        done(values[index] as Value)
      }
    } catch (error) {
      for (const { fail } of taken) fail(error)
    }
  }

  const run = async (): Promise<void> => {
    scheduled = false
    running++
    while (waiting.length > 0) {
      if (lastHadSeveral && waitMs > 0) await sleep(waitMs)
      const taken = waiting.slice(0, maxKeys)
      waiting = waiting.slice(maxKeys)
      lastHadSeveral = taken.length > 1
      await loadAndAnswer(taken)
    }
    running--
  }

  return (key) =>
    new Promise((done, fail) => {
      waiting.push({ key, done, fail })
      if (scheduled || running >= parallel) return
      scheduled = true
      // Keys of the same turn join this batch.
      setImmediate(() => void run())
    })
}

/** `batch` for database reads: one batch per pool. */
export const batchPerDatabase = <Db extends object, Key, Value>(
  load: (db: Db, keys: readonly Key[]) => Promise<readonly Value[]>,
  options: BatchOptions = {},
): ((db: Db, key: Key) => Promise<Value>) => {
  const batches = new WeakMap<Db, (key: Key) => Promise<Value>>()
  return (db, key) => {
    const known = batches.get(db)
    if (known !== undefined) return known(key)
    const made = batch((keys: readonly Key[]) => load(db, keys), options)
    batches.set(db, made)
    return made(key)
  }
}

/**
 * Rows of a query over `unnest(…) with ordinality as asked (…, place)`, in the order of its keys; undefined: no row.
 */
export const inKeyOrder = <Row extends { readonly place: number }>(
  keys: readonly unknown[],
  rows: readonly Row[],
): (Row | undefined)[] => {
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return keys.map((_, index) => byPlace.get(index + 1))
}
