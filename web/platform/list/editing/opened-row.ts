interface Row {
  readonly id: string
}

/**
 * The row that a sheet edits, for the id of the address: as it was when the sheet was opened, also after the list was
 * read again without it [design/web-132]. `rows`: those of the page; `held`: the row so far.
 */
export const openedRow = <R extends Row>(
  held: R | undefined,
  id: string | undefined,
  rows: readonly R[] | undefined,
): R | undefined => (id !== undefined && held?.id === id ? held : rows?.find((row) => row.id === id))
