import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import type { ListState, TableColumn } from '../../ui/table/list-state.ts'
import { useFormat, type Format } from '../use-format.ts'

/**
 * A column as a screen declares it. `kind` draws the field of the row that is named like the column; `cell` draws
 * anything else. A column without `header` has the text that is named like it; it is sortable where the list is.
 */
export type DeclaredColumn<Row> = Omit<TableColumn<Row>, 'header' | 'cell' | 'sum'> & {
  readonly header?: string
  readonly sum?: true | NonNullable<TableColumn<Row>['sum']>
} & (
    | { readonly kind: keyof typeof kinds; readonly cell?: never }
    | { readonly kind?: never; readonly cell: (row: Row) => ReactNode }
  )

/** `text`: what people wrote; `money`: major units; `day`: YYYY-MM-DD; `time`: ms since 1970. */
const kinds = {
  text: (value) => <bdi>{String(value as string)}</bdi>,
  number: (value, format) => format.number(value as number),
  money: (value, format) => format.money(value as number),
  day: (value, format) => format.day(value as string),
  time: (value, format) => format.date(value as number, 'date-time'),
} satisfies Record<string, (value: unknown, format: Format) => ReactNode>

const isAmount = (kind: string | undefined) => kind === 'number' || kind === 'money'

/** The columns that a list shows. */
export const useDeclaredColumns = <Row extends object>(
  list: Pick<ListState<Row>, 'sorts'>,
  declared: readonly DeclaredColumn<Row>[],
): TableColumn<Row>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  return declared.map(({ kind, cell, header, sum, ...column }) => {
    const valueOf = (row: Row): unknown => row[column.id as keyof Row]
    const show = (value: unknown): ReactNode =>
      value === undefined || value === null || kind === undefined ? '' : kinds[kind](value, format)
    return {
      sortable: list.sorts?.includes(column.id) ?? false,
      numeric: isAmount(kind),
      ...column,
      header: header ?? t(column.id as never),
      cell: cell ?? ((row) => show(valueOf(row))),
      ...(sum === undefined ? {} : { sum: sum === true ? { of: (row: Row) => valueOf(row) as number, show } : sum }),
    }
  })
}
