import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { ReactTable } from '@tanstack/react-table'
import { useTranslation } from 'react-i18next'
import classes from './DataTable.module.css'
import type { TableFeature } from './table-features.ts'

interface Props<Row extends object> {
  readonly table: ReactTable<TableFeature, Row>
  readonly numeric: ReadonlySet<string>
  readonly actions: boolean
}

const icons = { asc: IconArrowUp, desc: IconArrowDown, none: IconSelector }
const said = { asc: 'ascending', desc: 'descending', none: 'none' } as const

export const TableHead = <Row extends object>({ table, numeric, actions }: Props<Row>) => {
  const { t } = useTranslation()
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {group.headers.map(({ id, column }) => {
            const name = String(column.columnDef.header)
            const look = column.getIsSorted() || 'none'
            const Icon = icons[look]
            return (
              <th
                key={id}
                scope="col"
                data-numeric={numeric.has(column.id) || undefined}
                {...(column.getCanSort() ? { 'aria-sort': said[look] } : {})}
              >
                {column.getCanSort() ? (
                  <button type="button" onClick={column.getToggleSortingHandler()} data-look={look}>
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
