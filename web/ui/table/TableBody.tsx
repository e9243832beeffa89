import { VisuallyHidden } from '@mantine/core'
import type { ReactTable } from '@tanstack/react-table'
import { Fragment, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { groupRows } from './group-rows.ts'
import { InlineCell } from './InlineCell.tsx'
import type { TableColumn } from './list-state.ts'
import type { TableFeature } from './table-features.ts'
import classes from './table.module.css'

interface Props<Row extends object> {
  readonly table: ReactTable<TableFeature, Row>
  readonly columns: ReadonlyMap<string, TableColumn<Row>>
  readonly loading: boolean
  /** the name of the button that opens the row */
  readonly label: (row: Row) => string
  /** any column may be the first: the button is named by what it shows and by its label */
  readonly anyLeads: boolean
  readonly openId: string | undefined
  readonly onOpen: (row: Row) => void
  readonly actions: ((row: Row) => ReactNode) | undefined
  readonly selectable: boolean
  readonly grouped: TableColumn<Row> | undefined
  /** the list has rows on other pages */
  readonly paged: boolean
}

const ghosts = Array.from({ length: 8 }, (_, i) => i)

/**
 * Rows open by a click anywhere. For keyboards the first cell is a button: Enter opens, arrows go from row to row;
 * `useListKeys` has the other keys.
 */
export const TableBody = <Row extends object>(props: Props<Row>) => {
  const { table, columns, loading, label, anyLeads, openId, onOpen, actions, selectable, grouped, paged } = props
  const { t } = useTranslation()
  const shown = table.getVisibleLeafColumns()
  if (loading)
    return (
      <tbody>
        {ghosts.map((row) => (
          <tr key={row} className={classes.ghostRow}>
            {selectable && <td aria-hidden />}
            {shown.map((column) => (
              <td key={column.id} aria-hidden>
                <span />
              </td>
            ))}
            {actions && <td aria-hidden />}
          </tr>
        ))}
      </tbody>
    )
  const rows = table.getRowModel().rows
  const group = grouped?.group
  const groups = group === undefined ? undefined : groupRows(rows, ({ original }) => group(original))
  const totalsOf = ([first]: readonly (typeof rows)[number][]) => first && grouped?.totals?.(first.original)
  const drawn = (row: (typeof rows)[number]) => (
    <tr
      key={row.id}
      data-open={row.id === openId || undefined}
      data-selected={row.getIsSelected() || undefined}
      onClick={(event) => {
        // A control in the row does its own work; selecting text is not opening.
        if ((event.target as HTMLElement).closest('button, a, input, label') || getSelection()?.toString()) return
        onOpen(row.original)
      }}
    >
      {selectable && (
        <td className={classes.check}>
          <input
            type="checkbox"
            aria-label={t('table_select', { row: label(row.original) })}
            checked={row.getIsSelected()}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      )}
      {row.getVisibleCells().map((cell, i) => {
        const column = columns.get(cell.column.id)
        return (
          <td key={cell.id} data-numeric={column?.numeric || undefined} data-wide={column?.wide || undefined}>
            {i === 0 ? (
              <button
                type="button"
                className={classes.open}
                {...(anyLeads ? {} : { 'aria-label': label(row.original) })}
                aria-current={row.id === openId || undefined}
                onClick={() => onOpen(row.original)}
                data-row={row.id}
                onKeyDown={toOtherRow}
              >
                <table.FlexRender cell={cell} />
                {anyLeads && <VisuallyHidden>, {label(row.original)}</VisuallyHidden>}
              </button>
            ) : column?.edit ? (
              <InlineCell row={row.original} edit={column.edit}>
                <table.FlexRender cell={cell} />
              </InlineCell>
            ) : (
              <table.FlexRender cell={cell} />
            )}
          </td>
        )
      })}
      {actions && <td className={classes.actions}>{actions(row.original)}</td>}
    </tr>
  )
  return (
    <tbody>
      {groups === undefined
        ? rows.map(drawn)
        : groups.map(({ name, members }) => {
            const whole = totalsOf(members)
            return (
              <Fragment key={name}>
                <tr className={classes.groupRow}>
                  {selectable && <td aria-hidden />}
                  {shown.map(({ id }, i) => {
                    const sum = columns.get(id)?.sum
                    const total =
                      sum && (whole?.sums[id] ?? members.reduce((all, { original }) => all + sum.of(original), 0))
                    return (
                      <td key={id} data-numeric={columns.get(id)?.numeric || undefined}>
                        {i === 0 ? (
                          <>
                            {t('table_group_of', { name, count: whole?.rows ?? members.length })}
                            {paged && whole === undefined && <small> {t('table_group_on_page')}</small>}
                          </>
                        ) : (
                          total !== undefined && sum?.show(total)
                        )}
                      </td>
                    )
                  })}
                  {actions && <td className={classes.actions} aria-hidden />}
                </tr>
                {members.map(drawn)}
              </Fragment>
            )
          })}
    </tbody>
  )
}

const steps: Readonly<Record<string, -1 | 1>> = { ArrowDown: 1, ArrowUp: -1 }

/** Rows of groups have no button: they are passed over. */
const toOtherRow = (event: KeyboardEvent<HTMLButtonElement>) => {
  const step = steps[event.key]
  if (step === undefined) return
  const buttons = [...(event.currentTarget.closest('tbody')?.querySelectorAll<HTMLElement>(`.${classes.open}`) ?? [])]
  const next = buttons[buttons.indexOf(event.currentTarget) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
