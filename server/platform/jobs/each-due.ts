/** Pages of one turn: what is left is due in the next one. */
const mostPages = 20

/**
 * For a sweep: hands on what is due page by page, each row once a turn. A row that could not be handled stays due; were
 * one page read, a page full of such rows would hold up all later ones. `list` leaves out the rows of these ids.
 */
export const eachDue = async <Row extends { readonly id: string }>(
  perPage: number,
  list: (limit: number, except: readonly string[]) => Promise<readonly Row[]>,
  handle: (rows: readonly Row[]) => Promise<void>,
): Promise<void> => {
  const handled: string[] = []
  for (let page = 0; page < mostPages; page++) {
    const rows = await list(perPage, [...handled])
    if (rows.length === 0) return
    await handle(rows)
    if (rows.length < perPage) return
    handled.push(...rows.map(({ id }) => id))
  }
}
