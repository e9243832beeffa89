import type { ReactNode } from 'react'
import classes from './sheet.module.css'

export interface SheetColumn<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  readonly amount?: boolean
  /** in the last row */
  readonly foot?: ReactNode
}

interface Props<Row> {
  readonly caption: string
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  /** the first one names the row */
  readonly columns: readonly [SheetColumn<Row>, ...SheetColumn<Row>[]]
}

/** A table that is printed as it is shown; on a phone it scrolls sideways. */
export const SheetTable = <Row,>({ caption, rows, rowId, columns }: Props<Row>) => {
  const [first, ...others] = columns
  const amount = (column: SheetColumn<Row>) => ({ 'data-amount': column.amount || undefined })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
    <section className={classes.scroll} aria-label={caption} tabIndex={0}>
      <table className={classes.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" {...amount(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              <th scope="row" {...amount(first)}>
                {first.cell(row)}
              </th>
              {others.map((column) => (
                <td key={column.id} {...amount(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(({ foot }) => foot !== undefined) && (
          <tfoot>
            <tr>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.id} scope="row">
                    {column.foot}
                  </th>
                ) : (
                  <td key={column.id} {...amount(column)}>
                    {column.foot}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
