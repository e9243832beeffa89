import type { ListAddress } from './list-address.ts'

type Place = Pick<ListAddress, 'page' | 'cursor'>

interface Read {
  readonly rows: readonly unknown[]
  readonly next: string | null
}

/**
 * The pages around the current one [design/web-172]. `starts`: cursors of the earlier pages. `stale`: the rows on
 * screen belong to another query, so their cursor cannot be used.
 */
export const pagesAround = (
  { page, cursor }: Place,
  starts: Readonly<Record<number, string | undefined>>,
  read: Read | undefined,
  stale: boolean,
): { readonly next: Place | null; readonly previous: Place | null; readonly emptied: boolean } => {
  const before = starts[page - 1]
  const next = stale ? null : (read?.next ?? null)
  return {
    next: next === null ? null : { page: page + 1, cursor: next },
    // A page opened by its address has no cursors of earlier pages: Previous goes to the first.
    previous: cursor === undefined ? null : { page: before === undefined ? 1 : page - 1, cursor: before },
    // The page had at least one row when its cursor was made.
    emptied: !stale && cursor !== undefined && read?.rows.length === 0,
  }
}
