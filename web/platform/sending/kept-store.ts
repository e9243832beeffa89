type KeptStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const memory = new Map<string, string>()
const inMemory: KeptStore = {
  getItem: (name) => memory.get(name) ?? null,
  setItem: (name, value) => void memory.set(name, value),
  removeItem: (name) => void memory.delete(name),
}

/**
 * Where requests wait to be sent: `localStorage`; in a browser that has none or forbids it (null, or reading the
 * property throws) the memory of the page, until a reload [design/web-193].
 */
export const keptStore = (): KeptStore => {
  try {
    // typed as always there; Android's WebView answers null
    return (window.localStorage as Storage | null) ?? inMemory
  } catch {
    return inMemory
  }
}
