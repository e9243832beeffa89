import type { Fault } from '@remis/domain/kit/check'
import type { MessageKey } from '@remis/domain/messages/english'
import type { ReactNode } from 'react'
import type { FormField } from '../../../ui/form/form-fields.ts'
import type { InlineEdit, ListFilter, ListState, RowAction } from '../../../ui/table/list-state.ts'
import type { DeclaredColumn } from '../declared-columns.tsx'

export type EditableColumn<Row> = Omit<DeclaredColumn<Row>, 'edit'> & {
  /** edits the field of this name in its cell; `entry` reads what is typed, where the field does not tell */
  readonly edit?: Pick<InlineEdit<Row>, 'label' | 'inputMode'> & {
    readonly entry?: (text: string) => Partial<Row>
  }
}

export interface EditedRow {
  readonly id: string
  /** rows that two admins may change at once have one */
  readonly version?: number
}

/** The options of a call. */
interface Press {
  readonly key: string
}

export interface EditableListProps<Row extends EditedRow> {
  /** names the choice of columns that this browser remembers, and the list's pages in the cache */
  readonly name: string
  readonly list: ListState<Row>
  readonly title: string
  readonly searchLabel: string
  readonly addLabel: string
  readonly empty: { readonly title: string; readonly hint: string }
  readonly columns: readonly EditableColumn<Row>[]
  readonly fields: readonly FormField<Row>[]
  readonly filters?: readonly ListFilter[]
  readonly actionsOnHover?: boolean
  readonly nameOf: (row: Row) => string
  /** what a new row begins with */
  readonly newEntry: Partial<Row>
  /** the check of the domain, which the server asks too; without a row the entry is a new one */
  readonly check: (entry: Row, row: Row | undefined) => Fault | null
  /** what to say about a field that the check refuses */
  readonly faultText: (field: string) => string
  /** calls get the idempotency key of the press, so that a press after a lost reply does nothing twice */
  readonly create: (entry: Row, press: Press) => Promise<unknown>
  readonly update: (id: string, entry: Partial<Row>, version: number | undefined, press: Press) => Promise<unknown>
  readonly remove: (id: string, press: Press) => Promise<unknown>
  readonly removeLead: string
  /** why the server never deletes this row; null: it may */
  readonly keptBy?: (row: Row) => MessageKey | null
  /** what deleting a row ends; rows that have it are deleted one by one, since it differs [design/catalogue-6] */
  readonly removeMeans?: (row: Row) => ReactNode
  /** of rows that stay when they are deleted; the list's filter `show` has the choice `deleted` for them */
  readonly archive?: {
    readonly holds: (row: Row) => boolean
    readonly restore: (id: string, press: Press) => Promise<unknown>
    /** what restoring means */
    readonly lead: string
  }
  /**
   * demo mode: what it refuses here, said above the table where the note of the office does not say enough; controls
   * keep their places and are switched off, adding not if `adds`; with `bare` there are none
   */
  readonly demo?: { readonly text?: string; readonly adds?: boolean; readonly bare?: boolean } | undefined
  /**
   * below the fields of the sheet; `row` is the stored one, undefined for a new one, and `entry` null while incomplete
   */
  readonly preview?: (entry: Row | null, row: Row | undefined, typed: Partial<Row>) => ReactNode
  /** below the fields of a stored row, also of a deleted one: what belongs to it */
  readonly about?: (row: Row) => ReactNode
  /** what else can be done with a row; `act` sends it and loads the list again */
  readonly more?: (row: Row, act: (send: () => Promise<unknown>) => void) => readonly RowAction<Row>[]
}
