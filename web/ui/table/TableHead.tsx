import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { ReactTable } from '@tanstack/react-table'
import { useTranslation } from 'react-i18next'
import type { TableColumn } from './list-state.ts'
import type { TableFeature } from './table-features.ts'
import classes from './table.module.css'

interface Props<Row extends object> {
  readonly table: ReactTable<TableFeature, Row>
  readonly columns: ReadonlyMap<string, TableColumn<Row>>
  readonly actions: boolean
  readonly selectable: boolean
}

const icons = { asc: IconArrowUp, desc: IconArrowDown, none: IconSelector }
const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const

export const TableHead = <Row extends object>({ table, columns, actions, selectable }: Props<Row>) => {
  const { t } = useTranslation()
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {selectable && (
            <th scope="col" className={classes.check}>
              <input
                type="checkbox"
                aria-label={t('table_select_all')}
                checked={table.getIsAllRowsSelected()}
                onChange={table.getToggleAllRowsSelectedHandler()}
              />
            </th>
          )}
          {group.headers.map(({ id, column }) => {
            const name = String(column.columnDef.header)
            const direction = column.getIsSorted() || 'none'
            const Icon = icons[direction]
            return (
              <th
                key={id}
                scope="col"
                data-numeric={columns.get(column.id)?.numeric || undefined}
                {...(column.getCanSort() ? { 'aria-sort': ariaSort[direction] } : {})}
              >
                {column.getCanSort() ? (
                  <button type="button" onClick={column.getToggleSortingHandler()} data-look={direction}>
                    {name}
                    <Icon size={14} stroke={2} aria-hidden />
                  </button>
                ) : (
                  name
                )}
              </th>
            )
          })}
          {actions && (
            <th scope="col" className={classes.actions}>
              <VisuallyHidden>{t('bookings_actions')}</VisuallyHidden>
            </th>
          )}
        </tr>
      ))}
    </thead>
  )
}
