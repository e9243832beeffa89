import type { Row } from './row.ts'

/** What a bench found, and what it could not compare with and why. */
export interface Found {
  readonly rows: readonly Row[]
  readonly skipped?: readonly string[]
}
