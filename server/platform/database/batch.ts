import { setTimeout as sleep } from 'node:timers/promises'

/** Loads for many at once: one value for each key, in the keys' order. */
export type LoadMany<Key, Value> = (keys: readonly Key[]) => Promise<readonly Value[]>

interface Waiting<Key, Value> {
  readonly key: Key
  readonly done: (value: Value) => void
  readonly fail: (error: unknown) => void
}

/** What follows an answer may take a while for each: after so many others get their turn. */
const answersInTurn = 16

const othersTurn = (): Promise<void> => new Promise((done) => setImmediate(done))

export interface Gathering {
  /** Questions of one load. */
  readonly most?: number
  /** Loads at a time. For what is asked before everything else, since who comes while one runs waits for two; not for writes. */
  readonly abreast?: number
  /** After a load of several the next waits so long for more to go along: for what nobody looks at a clock for. ms */
  readonly wait?: number
}

/**
 * Questions of one kind that come while earlier ones are being answered are asked together: alone they cost what they
 * always did, in a crowd of hundreds they cost one. An answer is never older than its question.
 */
export const batch = <Key, Value>(
  load: LoadMany<Key, Value>,
  { most = 500, abreast = 1, wait = 0 }: Gathering = {},
): ((key: Key) => Promise<Value>) => {
  let waiting: Waiting<Key, Value>[] = []
  let running = 0
  let called = false
  let crowded = false

  const answer = async (asked: readonly Waiting<Key, Value>[]): Promise<void> => {
    try {
      const values = await load(asked.map(({ key }) => key))
      if (values.length !== asked.length) throw new Error('as many answers as questions were expected')
      // The lengths are alike.
      for (const [index, { done }] of asked.entries()) {
        if (index > 0 && index % answersInTurn === 0) await othersTurn()
        done(values[index] as Value)
      }
    } catch (error) {
      for (const { fail } of asked) fail(error)
    }
  }

  const run = async (): Promise<void> => {
    called = false
    running++
    while (waiting.length > 0) {
      if (crowded && wait > 0) await sleep(wait)
      const asked = waiting.slice(0, most)
      waiting = waiting.slice(most)
      crowded = asked.length > 1
      await answer(asked)
    }
    running--
  }

  return (key) =>
    new Promise((done, fail) => {
      waiting.push({ key, done, fail })
      if (called || running >= abreast) return
      called = true
      // What comes in the same turn goes along.
      setImmediate(() => void run())
    })
}

/** The same for what is asked of a database: each pool answers its own. */
export const gatherFrom = <Db extends object, Key, Value>(
  load: (db: Db, keys: readonly Key[]) => Promise<readonly Value[]>,
  how: Gathering = {},
): ((db: Db, key: Key) => Promise<Value>) => {
  const askers = new WeakMap<Db, (key: Key) => Promise<Value>>()
  return (db, key) => {
    const known = askers.get(db)
    if (known !== undefined) return known(key)
    const ask = batch((keys: readonly Key[]) => load(db, keys), how)
    askers.set(db, ask)
    return ask(key)
  }
}

/** Rows of a question with `with ordinality as asked (…, place)`, in the order of what was asked; undefined: there is none. */
export const inOrderAsked = <Row extends { readonly place: number }>(
  asked: readonly unknown[],
  rows: readonly Row[],
): (Row | undefined)[] => {
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return asked.map((_, index) => byPlace.get(index + 1))
}
