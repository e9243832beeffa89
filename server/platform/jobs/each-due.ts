import { eachInParallel } from './each-in-parallel.ts'

/** Pages of one turn: what is left is due in the next one. */
const mostPages = 20

interface Due {
  readonly id: string
}

/**
 * For a sweep: handles what is due page by page, each row once a turn. A row that could not be handled stays due. If
 * only one page were read, a page full of such rows would hold up all later ones. `list` leaves out the rows of these
 * ids.
 */
export const eachPage = async <Row extends Due>(
  perPage: number,
  list: (limit: number, except: readonly string[]) => Promise<readonly Row[]>,
  handle: (rows: readonly Row[]) => Promise<void>,
): Promise<void> => {
  const handled: string[] = []
  for (let page = 0; page < mostPages; page++) {
    const rows = await list(perPage, [...handled])
    await handle(rows)
    if (rows.length < perPage) return
    handled.push(...rows.map(({ id }) => id))
  }
}

/** The same row by row, `parallel` of them at once; `handle` does not fail. */
export const eachDue = <Row extends Due>(
  perPage: number,
  list: (limit: number, except: readonly string[]) => Promise<readonly Row[]>,
  handle: (row: Row) => Promise<void>,
  parallel = 1,
): Promise<void> => eachPage(perPage, list, (rows) => eachInParallel(rows, parallel, handle))
