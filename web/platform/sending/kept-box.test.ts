import { afterEach, expect, it, vi } from 'vitest'
import { keptBox } from './kept-box.ts'

afterEach(() => void vi.unstubAllGlobals())

/** An IndexedDB of one store, with connections that the browser closes. */
const fakeDatabase = () => {
  const rows = new Map<string, string>()
  const connections: { close: (says: boolean) => void }[] = []
  const answer = <T>(result: T) => {
    const request: { result: T; onsuccess?: () => void } = { result }
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  const connect = () => {
    let closed = false
    let onClose: () => void = () => undefined
    connections.push({
      close: (says) => {
        closed = true
        if (says) onClose()
      },
    })
    return {
      addEventListener: (_: 'close', run: () => void) => (onClose = run),
      transaction: () => {
        if (closed) throw new DOMException('The database connection is closing.', 'InvalidStateError')
        return {
          objectStore: () => ({
            getAll: () => answer([...rows.values()]),
            put: (thing: string, key: string) => answer(rows.set(key, thing)),
            delete: (key: string) => answer(rows.delete(key)),
          }),
        }
      },
    }
  }
  vi.stubGlobal('window', { indexedDB: { open: () => answer(connect()) } })
  return { rows, connections }
}

it('a connection that the browser has closed is opened again [design/web-208]', async () => {
  const { rows, connections } = fakeDatabase()
  const box = keptBox<string>('db', 'store', (thing) => thing)
  await box.put('one')
  connections.at(-1)?.close(false)
  await box.put('two')
  connections.at(-1)?.close(true)
  await box.put('three')
  connections.at(-1)?.close(false)
  expect([[...rows.values()], await box.all()]).toEqual([
    ['one', 'two', 'three'],
    ['one', 'two', 'three'],
  ])
  expect(connections.length).toBe(4)
})
