import type { ReactTable } from '@tanstack/react-table'
import type { KeyboardEvent, ReactNode } from 'react'
import type { TableFeature } from './table-features.ts'
import classes from './DataTable.module.css'

interface Props<Row extends object> {
  readonly table: ReactTable<TableFeature, Row>
  readonly numeric: ReadonlySet<string>
  readonly loading: boolean
  /** the name of the link that opens the row */
  readonly label: (row: Row) => string
  readonly openId: string | undefined
  readonly onOpen: (row: Row) => void
  readonly actions: ((row: Row) => ReactNode) | undefined
}

const ghosts = Array.from({ length: 8 }, (_, i) => i)

/** Rows open by a click anywhere; for keyboards the first cell is a button, and the arrow keys go from row to row. */
export const TableBody = <Row extends object>({
  table,
  numeric,
  loading,
  label,
  openId,
  onOpen,
  actions,
}: Props<Row>) => {
  const columns = table.getVisibleLeafColumns()
  if (loading)
    return (
      <tbody>
        {ghosts.map((row) => (
          <tr key={row} className={classes.ghostRow}>
            {columns.map((column) => (
              <td key={column.id} aria-hidden>
                <span />
              </td>
            ))}
            {actions && <td aria-hidden />}
          </tr>
        ))}
      </tbody>
    )
  return (
    <tbody>
      {table.getRowModel().rows.map((row) => (
        <tr
          key={row.id}
          data-open={row.id === openId || undefined}
          onClick={(event) => {
            // A button in the row does its own work; selecting text is not opening.
            if ((event.target as HTMLElement).closest('button, a') || getSelection()?.toString()) return
            onOpen(row.original)
          }}
        >
          {row.getVisibleCells().map((cell, i) => (
            <td key={cell.id} data-numeric={numeric.has(cell.column.id) || undefined}>
              {i === 0 ? (
                <button
                  type="button"
                  className={classes.open}
                  aria-label={label(row.original)}
                  aria-current={row.id === openId || undefined}
                  onClick={() => onOpen(row.original)}
                  onKeyDown={toNextRow}
                >
                  <table.FlexRender cell={cell} />
                </button>
              ) : (
                <table.FlexRender cell={cell} />
              )}
            </td>
          ))}
          {actions && <td className={classes.actions}>{actions(row.original)}</td>}
        </tr>
      ))}
    </tbody>
  )
}

const toNextRow = (event: KeyboardEvent<HTMLButtonElement>) => {
  const row = event.currentTarget.closest('tr')
  const next =
    event.key === 'ArrowDown' ? row?.nextElementSibling : event.key === 'ArrowUp' ? row?.previousElementSibling : null
  if (!next) return
  event.preventDefault()
  next.querySelector<HTMLButtonElement>('td:first-child button')?.focus()
}
