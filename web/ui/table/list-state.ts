import type { ReactNode } from 'react'
import type { Paging } from './TablePager.tsx'

/** What a list shows at this moment, and how it is changed; `useList` makes one from the address. */
export interface ListState<Row> {
  readonly address: {
    readonly filters: Readonly<Record<string, string>>
    readonly q: string
    readonly sort: string
    readonly desc: boolean
    readonly columns: readonly string[] | undefined
    readonly id: string | undefined
  }
  readonly change: (part: ListChange) => void
  /** the orders the server knows */
  readonly sorts?: readonly string[]
  /** undefined while the first page is loaded */
  readonly rows: readonly Row[] | undefined
  /** rows of the query before, shown until those asked for arrive */
  readonly stale: boolean
  readonly failed: boolean
  /** why the server refuses this search; shown instead of the general text */
  readonly refusal?: string | undefined
  readonly retry: () => void
  readonly paging: Paging
  /** saves the whole list as a file; rejects when the server refuses */
  readonly exportAs?: (format: 'csv' | 'xlsx') => Promise<void>
  /** why there is no file now */
  readonly exportOff?: string
}

interface ListChange {
  readonly filters?: Readonly<Record<string, string>>
  readonly q?: string
  readonly sort?: string
  readonly desc?: boolean
  readonly columns?: readonly string[] | undefined
  readonly id?: string | undefined
}

export interface TableColumn<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** numbers and amounts: at the end of their column */
  readonly numeric?: boolean
  /** the server can sort by it */
  readonly sortable?: boolean
  /** of two places or long words: wider than other columns */
  readonly wide?: boolean
  /** hidden until the reader chooses it */
  readonly quiet?: boolean
  /** rows can be grouped by it: the name of the row's group */
  readonly group?: (row: Row) => string
  /** of the row's group, where the server sums it; without it a group has the rows of the page */
  readonly totals?: (row: Row) => GroupTotals
  /** summed per group */
  readonly sum?: { readonly of: (row: Row) => number; readonly show: (sum: number) => ReactNode }
  /** one value that is edited in its cell */
  readonly edit?: InlineEdit<Row>
}

/** A whole group, on whatever page its rows are: how many, and the sums by column. */
export interface GroupTotals {
  readonly rows: number
  readonly sums: Readonly<Record<string, number>>
}

export interface InlineEdit<Row> {
  readonly label: (row: Row) => string
  readonly value: (row: Row) => string
  readonly inputMode?: 'text' | 'decimal' | 'numeric'
  /** what is wrong with it; null: nothing */
  readonly check: (row: Row, text: string) => string | null
  /** sends the text for the row that the edit began with; null: it is saved */
  readonly save: (row: Row, text: string) => Promise<InlineRefusal<Row> | null>
}

/** What the server refuses about an edit in a cell. */
export interface InlineRefusal<Row> {
  readonly fault: string
  /** the row as it is stored, where the edit came too late; `fault` names its value */
  readonly stored?: Row
}

/** What can be done with a row; the one named `edit` answers to the key `e`. */
export interface RowAction<Row> {
  readonly id: string
  readonly label: string
  readonly name: (row: Row) => string
  readonly danger?: boolean
  readonly strong?: boolean
  /** shown, but can no longer be done */
  readonly disabled?: boolean
  /** changes nothing: demo mode leaves it on */
  readonly reads?: boolean
  /** id of the element that says why it cannot be done; the button then keeps its place in the tab order */
  readonly offBy?: string
  readonly run: (row: Row) => void
}

/** What can be done with the rows that are selected. */
export interface BulkAction {
  readonly id: string
  readonly label: string
  readonly danger?: boolean
  /** as of a row's action */
  readonly offBy?: string
  readonly run: (ids: readonly string[]) => void
}

/** A row of pills; without a choice all rows are shown. */
export interface ListFilter {
  /** its name in the address */
  readonly name: string
  readonly label: string
  /** the choice that takes the filter away; without it the filter always has one of its choices */
  readonly all?: string
  /** the choice while the address names none */
  readonly implied?: string
  readonly choices: readonly FilterChoice[]
  /** the choices that can be combined; in the address they are separated by commas */
  readonly several?: readonly string[]
}

export interface FilterChoice {
  readonly id: string
  readonly label: string
  /** how many rows it has */
  readonly count?: string | undefined
}
