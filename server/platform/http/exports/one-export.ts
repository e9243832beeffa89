import { AppError } from '@remis/domain/messages/app-error'

/** ms. An export without a step for this long counts as ended, because a lost connection may not be reported. */
const silentMs = 120_000

/** By database, the people whose export runs on this node, with the time of its last step. */
const running = new WeakMap<object, Map<string, { at: number }>>()

type Content = AsyncIterable<string | Uint8Array>

/**
 * Starts an export of this person; 429 `one_export_only` while another one of the same person runs. The export ends
 * with its content: sent completely, failed, or given up by its reader, also before its first row.
 */
export const oneExport = async <File extends { readonly content: Content }>(
  database: object,
  person: string,
  start: () => Promise<File>,
): Promise<File> => {
  const people = running.get(database) ?? new Map<string, { at: number }>()
  running.set(database, people)
  const other = people.get(person)
  if (other !== undefined && performance.now() - other.at < silentMs) throw new AppError(429, 'one_export_only')
  const own = { at: performance.now() }
  people.set(person, own)
  const end = () => {
    if (people.get(person) === own) people.delete(person)
  }
  try {
    const file = await start()
    return { ...file, content: untilEnd(file.content, () => (own.at = performance.now()), end) }
  } catch (error) {
    end()
    throw error
  }
}

/** A generator that is closed before its first step runs no `finally`, so the steps are watched from outside. */
const untilEnd = (content: Content, step: () => void, end: () => void): Content => ({
  [Symbol.asyncIterator]() {
    const rows = content[Symbol.asyncIterator]()
    return {
      async next() {
        step()
        try {
          const result = await rows.next()
          if (result.done === true) end()
          return result
        } catch (error) {
          end()
          throw error
        }
      },
      async return(value?: unknown) {
        end()
        return (await rows.return?.(value)) ?? { done: true, value }
      },
    }
  },
})
