import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/**
 * The name of a class of a CSS module in the page: its own, with four letters for its file. Every class of the first page
 * stands in its script, its styles and its first reply.
 */
export const className = (name: string, file: string): string => {
  const path = relative(import.meta.dirname, file)
  return `${name}_${createHash('sha256').update(path).digest('base64url').replace(/[-_]/g, '').slice(0, 4)}`
}
