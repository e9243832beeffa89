import type { ListAddress } from './list-address.ts'

type Place = Pick<ListAddress, 'page' | 'cursor'>

interface Read {
  readonly rows: readonly unknown[]
  readonly next: string | null
}

/**
 * The pages around the one in the address [design/web-172]. `starts`: the cursors of the pages passed on the way here.
 * `stale`: what was read answers another query, so its cursor leads on from another page or in another order.
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
    // A page that was opened by its address knows no way back but to the beginning.
    previous: cursor === undefined ? null : { page: before === undefined ? 1 : page - 1, cursor: before },
    // A page has at least one row when its cursor is given.
    emptied: !stale && cursor !== undefined && read?.rows.length === 0,
  }
}
