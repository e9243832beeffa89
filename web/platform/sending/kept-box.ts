/** Items that wait to be sent, kept in IndexedDB so that they survive a reload. */
export interface KeptBox<T> {
  all(): Promise<readonly T[]>
  put(thing: T): Promise<void>
  remove(key: string): Promise<void>
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error ?? new Error('IndexedDB failed'))
  })

const open = (database: string, store: string): Promise<IDBDatabase> => {
  const request = window.indexedDB.open(database, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return answerOf(request)
}

/** In IndexedDB, which holds pictures; a browser without it keeps them in memory until a reload. */
export const keptBox = <T>(database: string, store: string, keyOf: (thing: T) => string): KeptBox<T> => {
  const memory = new Map<string, T>()
  let opened: Promise<IDBDatabase> | undefined
  const connect = (): Promise<IDBDatabase> => {
    const opening = open(database, store)
    const forget = () => {
      if (opened === opening) opened = undefined
    }
    opening.then((connection) => connection.addEventListener('close', forget), forget)
    opened = opening
    return opening
  }
  /** Reopens the connection once: browsers close those of background pages, with or without an event. */
  const storeFor = async (mode: IDBTransactionMode, again = true): Promise<IDBObjectStore> => {
    const held = opened ?? connect()
    const connection = await held
    try {
      return connection.transaction(store, mode).objectStore(store)
    } catch (error) {
      if (opened === held) opened = undefined
      if (!again) throw error
      return storeFor(mode, false)
    }
  }
  return {
    all: async () => {
      try {
        return await answerOf((await storeFor('readonly')).getAll() as IDBRequest<T[]>)
      } catch {
        return [...memory.values()]
      }
    },
    put: async (thing) => {
      memory.set(keyOf(thing), thing)
      await storeFor('readwrite')
        .then((things) => answerOf(things.put(thing, keyOf(thing))))
        .catch(() => undefined)
    },
    remove: async (key) => {
      memory.delete(key)
      await storeFor('readwrite')
        .then((things) => answerOf(things.delete(key)))
        .catch(() => undefined)
    },
  }
}
