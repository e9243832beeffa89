import { useMediaQuery } from '@mantine/hooks'
import { useTable, type ColumnDef, type ColumnVisibilityState } from '@tanstack/react-table'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './DataTable.module.css'
import { TableBody } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'
import { TablePager, type Paging } from './TablePager.tsx'
import { TableTools } from './TableTools.tsx'
import { features, type TableFeature } from './table-features.ts'

export interface TableColumn<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** numbers and amounts stand at the end of their column */
  readonly numeric?: boolean
  /** the server can sort by it */
  readonly sortable?: boolean
  /** hidden until the reader asks for it */
  readonly quiet?: boolean
}

interface Sorting {
  readonly id: string
  readonly desc: boolean
}

interface Props<Row> {
  readonly title: string
  readonly columns: readonly TableColumn<Row>[]
  /** undefined while the first page is loaded */
  readonly rows: readonly Row[] | undefined
  readonly rowId: (row: Row) => string
  readonly rowLabel: (row: Row) => string
  readonly onOpen: (row: Row) => void
  readonly openId?: string | undefined
  /** what can be done with the row; null: nothing */
  readonly actions?: (row: Row) => ReactNode
  /** the row on a phone */
  readonly card: (row: Row) => ReactNode
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
  readonly search: string
  readonly searchLabel: string
  readonly onSearch: (search: string) => void
  readonly filters?: ReactNode
  readonly filtered: boolean
  readonly onClear: () => void
  readonly paging: Paging
  readonly failed: boolean
  readonly onRetry: () => void
  /** what to say, and do next, when there is nothing at all */
  readonly empty: ReactNode
}

const nothing: readonly never[] = []

/**
 * A list of the server: it pages, sorts, searches and filters there. A wide table on a desk, cards on a phone. One part
 * for all lists: they differ in their columns (design §1.5).
 */
export const DataTable = <Row extends object>(props: Props<Row>) => {
  const { t } = useTranslation()
  const phone = useMediaQuery('(width < 768px)', false, { getInitialValueInEffect: false }) ?? false
  const [columnVisibility, setColumnVisibility] = useState<ColumnVisibilityState>(() =>
    Object.fromEntries(props.columns.filter((column) => column.quiet).map((column) => [column.id, false])),
  )
  const columns = useMemo(
    () =>
      props.columns.map((column, i): ColumnDef<TableFeature, Row> => ({
        id: column.id,
        header: column.header,
        // The server sorts; the table only asks that there is something to sort by.
        accessorFn: () => null,
        cell: ({ row }) => column.cell(row.original),
        enableSorting: column.sortable ?? false,
        enableHiding: i > 0,
      })),
    [props.columns],
  )
  const table = useTable<TableFeature, Row>({
    features,
    columns,
    data: props.rows ?? nothing,
    getRowId: props.rowId,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: { sorting: [props.sorting], columnVisibility },
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change([props.sorting]) : change
      if (next[0] !== undefined) props.onSort(next[0])
    },
    onColumnVisibilityChange: setColumnVisibility,
  })
  const numeric = useMemo(
    () => new Set(props.columns.filter((column) => column.numeric).map((column) => column.id)),
    [props.columns],
  )
  const none = props.rows?.length === 0
  // Where nothing can be done with any row there is no column for it.
  const { actions: actionsOf } = props
  const actions = actionsOf && props.rows?.some((row) => actionsOf(row) !== null) ? actionsOf : undefined
  return (
    <div className={classes.list}>
      <TableTools
        title={props.title}
        search={props.search}
        searchLabel={props.searchLabel}
        onSearch={props.onSearch}
        filters={props.filters}
        columns={
          phone
            ? []
            : table
                .getAllLeafColumns()
                .filter((column) => column.getCanHide())
                .map((column) => ({
                  id: column.id,
                  label: String(column.columnDef.header),
                  shown: column.getIsVisible(),
                  toggle: () => column.toggleVisibility(),
                }))
        }
      />
      {props.failed && props.rows === undefined ? (
        <div className={classes.state} role="alert">
          <p>{t('table_failed')}</p>
          <button type="button" onClick={props.onRetry}>
            {t('table_try_again')}
          </button>
        </div>
      ) : none ? (
        <div className={classes.state} aria-live="polite">
          {props.filtered ? (
            <>
              <p>{t('table_no_match')}</p>
              <button type="button" onClick={props.onClear}>
                {t('table_clear')}
              </button>
            </>
          ) : (
            props.empty
          )}
        </div>
      ) : phone ? (
        <ul className={classes.cards} aria-busy={props.rows === undefined}>
          {props.rows === undefined
            ? [1, 2, 3, 4].map((row) => <li key={row} className={classes.ghost} />)
            : props.rows.map((row) => <li key={props.rowId(row)}>{props.card(row)}</li>)}
        </ul>
      ) : (
        // It scrolls by itself, so the keyboard must reach it (WCAG 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes.scroll} tabIndex={0} aria-labelledby="table-title">
          <table className={classes.table} aria-busy={props.rows === undefined}>
            <TableHead table={table} numeric={numeric} actions={actions !== undefined} />
            <TableBody
              table={table}
              numeric={numeric}
              loading={props.rows === undefined}
              label={props.rowLabel}
              openId={props.openId}
              onOpen={props.onOpen}
              actions={actions}
            />
          </table>
        </section>
      )}
      {props.rows !== undefined && !none && <TablePager {...props.paging} />}
    </div>
  )
}
