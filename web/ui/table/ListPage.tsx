import '../mantine-parts.ts'
import './density.css'
import { Paper } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTable, type ColumnDef, type OnChangeFn, type RowSelectionState } from '@tanstack/react-table'
import { useEffect, useMemo, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BulkBar } from './BulkBar.tsx'
import type { ColumnShown } from './ColumnChoice.tsx'
import { chosenOf, filtersAfter } from './filter-choice.ts'
import { FilterPills } from './FilterPills.tsx'
import { hasOtherPages } from './group-rows.ts'
import { KeysDialog } from './keys/KeysDialog.tsx'
import { actionForKey } from './keys/list-keys.ts'
import type { BulkAction, ListFilter, ListState, RowAction, TableColumn } from './list-state.ts'
import { ListTools } from './ListTools.tsx'
import { RowButtons } from './RowButtons.tsx'
import { RowCard } from './RowCard.tsx'
import { features, type TableFeature } from './table-features.ts'
import classes from './table.module.css'
import { TableBody } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'
import { TablePager } from './TablePager.tsx'
import { useColumns, type KeptColumns } from './use-columns.ts'
import { useFocusBack, useListKeys } from './keys/use-list-keys.ts'

interface Props<Row> {
  /** names the choice of columns that this browser remembers */
  readonly name: string
  readonly title: string
  /** without it the list has no search */
  readonly searchLabel?: string
  readonly list: ListState<Row>
  readonly columns: readonly TableColumn<Row>[]
  readonly rowId: (row: Row) => string
  /** of the button that opens the row */
  readonly rowLabel: (row: Row) => string
  readonly onOpen: (row: Row) => void
  /** said above the table */
  readonly notice?: string | undefined
  readonly filters?: readonly ListFilter[]
  /** further filters and facts, between the tools and the table */
  readonly more?: ReactNode
  readonly rowActions?: (row: Row) => readonly RowAction<Row>[]
  /** for wide tables: with a mouse the actions of a row are shown over its end while the pointer is on it */
  readonly actionsOnHover?: boolean
  readonly bulkActions?: readonly BulkAction[]
  /** for a list with columns kept per person on the server; `composed` ones are not among "all columns" */
  readonly keptColumns?: KeptColumns & { readonly composed: readonly string[] }
  /** beside the pills */
  readonly moreFilters?: ReactNode
  /** above the filters */
  readonly tools?: ReactNode
  /** `offBy` as of a row's action */
  readonly primary?: { readonly label: string; readonly run: () => void; readonly offBy?: string }
  /** the row on a phone; without it a card of its columns */
  readonly card?: (row: Row, actions: ReactNode) => ReactNode
  /** the columns of that card, the first as its title; without them those shown in the table */
  readonly cardColumns?: readonly TableColumn<Row>[]
  /** 2: below another heading of the screen */
  readonly titleOrder?: 1 | 2
  /** the column that rows are grouped by until another one is chosen */
  readonly groupedBy?: string
  /** what to say, and to do next, when there are no rows at all */
  readonly empty: ReactNode
}

const none: readonly never[] = []

/** The headless table of the rows. The server sorts and pages; the table holds the shown columns and the selection. */
const useListTable = <Row extends object>(
  { list: { address, change: changeAddress, rows }, columns, rowId }: Props<Row>,
  shownColumns: ReturnType<typeof useColumns>,
  selection: RowSelectionState,
  onSelection: OnChangeFn<RowSelectionState>,
) => {
  const defined = useMemo(
    () =>
      columns.map((column): ColumnDef<TableFeature, Row> => ({
        id: column.id,
        header: column.header,
        // The server sorts; the table only asks that there is something to sort by.
        accessorFn: () => null,
        cell: ({ row }) => column.cell(row.original),
        enableSorting: column.sortable ?? false,
      })),
    [columns],
  )
  return useTable<TableFeature, Row>({
    features,
    columns: defined,
    data: rows ?? none,
    getRowId: rowId,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: {
      sorting: [{ id: address.sort, desc: address.desc }],
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, shownColumns.shown.has(id)])),
      columnOrder: [...shownColumns.order],
      rowSelection: selection,
    },
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change([{ id: address.sort, desc: address.desc }]) : change
      if (next[0] !== undefined) changeAddress({ sort: next[0].id, desc: next[0].desc })
    },
    onRowSelectionChange: onSelection,
  })
}

/**
 * The screen of a list that the server pages, sorts, searches and filters: a table on a desk, cards on a phone. One
 * part for all lists; they differ in columns and actions.
 */
export const ListPage = <Row extends object>(props: Props<Row>) => {
  const { list, rowId, rowActions = noActions, bulkActions = none } = props
  const { address, rows } = list
  const phone = useMediaQuery('(width < 768px)', false, { getInitialValueInEffect: false }) ?? false
  const searchField = useRef<HTMLInputElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const scrolled = useRef<HTMLElement>(null)
  const [keysShown, setKeysShown] = useState(false)
  const { from } = list.paging
  // Another page begins at its top; an opened row leaves the list where it is.
  useEffect(() => {
    // in braces: newer browsers return a promise, which is no cleanup
    scrolled.current?.scrollTo({ top: 0 })
  }, [from])
  const [group, setGroup] = useState(props.groupedBy ?? '')
  const [selection, setSelection] = useState<RowSelectionState>({})
  const change = (columns: readonly string[] | undefined) => list.change({ columns })
  const shownColumns = useColumns(props.name, props.columns, address.columns, change, props.keptColumns)
  const table = useListTable(props, shownColumns, selection, setSelection)
  const byId = new Map(props.columns.map((column) => [column.id, column]))
  // Rows of another page or filter are not acted on unseen.
  const selected = rows?.map(rowId).filter((id) => selection[id]) ?? []
  const actionNamed = (id: string, name: string) => {
    const row = rows?.find((one) => rowId(one) === id)
    if (row !== undefined) actionForKey(rowActions(row), name)?.run(row)
  }
  useListKeys(root, {
    openId: address.id,
    search: () => searchField.current?.focus(),
    help: () => setKeysShown(true),
    leave: () => setSelection({}),
    edit: (id) => actionNamed(id, 'edit'),
    select: (id) => {
      if (bulkActions.length > 0) table.getRow(id).toggleSelected()
    },
  })
  useFocusBack(root, address.id)

  // Where the first column always leads it is not a choice.
  const choosable = shownColumns.order.slice(props.keptColumns === undefined ? 1 : 0)
  const choice: ColumnShown[] = choosable.map((id) => ({
    id,
    label: byId.get(id)?.header ?? id,
    shown: shownColumns.shown.has(id),
    toggle: () => shownColumns.toggle(id),
    move: (by) => shownColumns.move(id, by),
  }))
  const buttonsOf = (row: Row) => {
    const actions = rowActions(row)
    return actions.length === 0 ? null : <RowButtons row={row} actions={actions} />
  }
  const hasActions = rows?.some((row) => rowActions(row).length > 0) ?? false
  return (
    <div ref={root} className={classes.list} data-list>
      <ListTools
        title={props.title}
        titleOrder={props.titleOrder ?? 1}
        search={address.q}
        searchLabel={props.searchLabel}
        searchField={searchField}
        onSearch={(q) => list.change({ q })}
        filters={
          props.filters && (
            <>
              {props.filters.map((filter) => (
                <FilterPills
                  key={filter.name}
                  label={filter.label}
                  choices={[...(filter.all === undefined ? none : [{ id: '', label: filter.all }]), ...filter.choices]}
                  chosen={chosenOf(filter, address.filters)}
                  onChoose={(id) => list.change({ filters: filtersAfter(filter, address.filters, id) })}
                />
              ))}
              {props.moreFilters}
            </>
          )
        }
        more={props.tools}
        columns={phone ? none : choice}
        onResetColumns={shownColumns.isChosen ? shownColumns.reset : undefined}
        onAllColumns={props.keptColumns && (() => shownColumns.showAll(props.keptColumns?.composed ?? none))}
        onKeys={phone ? undefined : () => setKeysShown(true)}
        groups={
          phone ? none : props.columns.filter((column) => column.group).map(({ id, header }) => ({ id, label: header }))
        }
        group={group}
        onGroup={setGroup}
        onExport={list.exportAs}
        exportOff={list.exportOff}
        primary={props.primary}
      />
      {props.notice !== undefined && (
        <Paper component="p" role="note" withBorder radius="md" m={0} px="md" py="xs">
          {props.notice}
        </Paper>
      )}
      {props.more}
      {selected.length > 0 && <BulkBar actions={bulkActions} selected={selected} onClear={() => setSelection({})} />}
      {list.failed ? (
        <Failed list={list} />
      ) : rows?.length === 0 ? (
        <Empty list={list}>{props.empty}</Empty>
      ) : phone ? (
        <Cards
          {...props}
          columns={
            props.cardColumns ??
            shownColumns.order.filter((id) => shownColumns.shown.has(id)).map((id) => byId.get(id)!)
          }
          buttonsOf={buttonsOf}
        />
      ) : (
        // It scrolls on its own axis, so the keyboard must reach it (WCAG 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section ref={scrolled} className={classes.scroll} tabIndex={0} aria-labelledby="table-title">
          {/* the events come from its controls */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <table
            className={classes.table}
            data-rows
            data-hover-actions={props.actionsOnHover || undefined}
            aria-busy={rows === undefined || list.stale}
            onFocus={showWhole}
          >
            <TableHead table={table} columns={byId} actions={hasActions} selectable={bulkActions.length > 0} />
            <TableBody
              table={table}
              columns={byId}
              loading={rows === undefined}
              label={props.rowLabel}
              anyLeads={props.keptColumns !== undefined}
              openId={address.id}
              onOpen={props.onOpen}
              actions={hasActions ? buttonsOf : undefined}
              selectable={bulkActions.length > 0}
              grouped={byId.get(group)}
              paged={hasOtherPages(list.paging)}
            />
          </table>
        </section>
      )}
      {rows !== undefined && rows.length > 0 && <TablePager {...list.paging} />}
      {keysShown && (
        <KeysDialog
          selects={bulkActions.length > 0}
          edits={rows?.some((row) => actionForKey(rowActions(row), 'edit') !== undefined) ?? false}
          onClose={() => setKeysShown(false)}
        />
      )}
    </div>
  )
}

const noActions = () => none

const Failed = <Row,>({ list }: { readonly list: ListState<Row> }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.state} role="alert">
      <p>{list.refusal ?? t('table_failed')}</p>
      {list.refusal === undefined && (
        <button type="button" onClick={list.retry}>
          {t('try_again')}
        </button>
      )}
    </div>
  )
}

/** Without rows: a search or filter that matches none can be cleared. `children`: for a list that has none at all. */
const Empty = <Row,>({ list, children }: { readonly list: ListState<Row>; readonly children: ReactNode }) => {
  const { t } = useTranslation()
  const { q, filters } = list.address
  const filtered = q !== '' || Object.keys(filters).length > 0
  return (
    <div className={classes.state} aria-live="polite">
      {filtered ? (
        <>
          <p>{t('table_no_match')}</p>
          <button type="button" onClick={() => list.change({ q: '', filters: {} })}>
            {t('table_clear')}
          </button>
        </>
      ) : (
        children
      )}
    </div>
  )
}

interface CardsProps<Row> extends Pick<Props<Row>, 'list' | 'rowId' | 'rowLabel' | 'onOpen' | 'card' | 'columns'> {
  readonly buttonsOf: (row: Row) => ReactNode
}

/** The rows on a phone. */
const Cards = <Row extends object>({
  list: { rows },
  rowId,
  rowLabel,
  onOpen,
  card,
  columns,
  buttonsOf,
}: CardsProps<Row>) => (
  <ul className={classes.cards} aria-busy={rows === undefined}>
    {rows === undefined
      ? [1, 2, 3, 4].map((row) => <li key={row} className={classes.ghost} />)
      : rows.map((row) => (
          <li key={rowId(row)}>
            {card?.(row, buttonsOf(row)) ?? (
              <RowCard
                columns={columns}
                row={row}
                label={rowLabel(row)}
                onOpen={() => onOpen(row)}
                actions={buttonsOf(row)}
              />
            )}
          </li>
        ))}
  </ul>
)

/**
 * Scrolls the focused control out from under the sticky head and columns [design/web-201]. Browsers ignore
 * `scroll-margin` when they move the focus, and `scroll-padding` would also scroll for the sticky cells. Leaves out the
 * text field of an inline edit, which has the focus ring after a click as well.
 */
const showWhole = ({ target }: FocusEvent<HTMLElement>) => {
  if (target.matches(':focus-visible:not([type=text])')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
