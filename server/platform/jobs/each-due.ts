import { eachInParallel } from './each-in-parallel.ts'

/** Pages of one turn: what is left is due in the next one. */
const mostPages = 20

/**
 * For a sweep: handles what is due page by page, each row once a turn, `parallel` of them at once. A row that could not
 * be handled stays due. If only one page were read, a page full of such rows would hold up all later ones. `list`
 * leaves out the rows of these ids; `handle` does not fail.
 */
export const eachDue = async <Row extends { readonly id: string }>(
  perPage: number,
  list: (limit: number, except: readonly string[]) => Promise<readonly Row[]>,
  handle: (row: Row) => Promise<void>,
  parallel = 1,
): Promise<void> => {
  const handled: string[] = []
  for (let page = 0; page < mostPages; page++) {
    const rows = await list(perPage, [...handled])
    await eachInParallel(rows, parallel, handle)
    if (rows.length < perPage) return
    handled.push(...rows.map(({ id }) => id))
  }
}
