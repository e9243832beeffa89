import type { TFunction } from 'i18next'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormField, RowColumn } from '../../ui/form/form-fields.ts'
import { StaleEdit } from '../../ui/form/StaleEdit.tsx'
import { useFormat, type Format } from '../use-format.ts'
import type { Late } from './editing/late-edit.ts'

const cellText = (format: Format, value: unknown, { kind }: RowColumn): string =>
  kind === 'text'
    ? String(value as string)
    : kind === 'money'
      ? format.money(value as number)
      : format.number(value as number)

/** A value of a field as a reader understands it. */
const textOf = <Entry,>(t: TFunction, format: Format, field: FormField<Entry>, value: unknown): string => {
  const { kind, choices = [], columns = [], own } = field
  const labelOf = (chosen: unknown) =>
    choices.find((choice) => choice.value === chosen)?.label ??
    own?.of(chosen as string)?.label ??
    String(chosen as string)
  if (value === undefined || value === null || value === '') return t('value_none')
  switch (kind) {
    case 'switch':
      return t(value === true ? 'value_yes' : 'value_no')
    case 'select':
    case 'cards':
      return labelOf(value)
    case 'checks':
      return (value as string[]).map(labelOf).join(t('list_comma'))
    case 'rows': {
      const rows = value as readonly Readonly<Record<string, unknown>>[]
      const shown = rows.map((row) => columns.map((column) => cellText(format, row[column.name], column)).join(': '))
      return rows.length === 0 ? t('value_none') : shown.join('; ')
    }
    case 'number':
    case 'money':
      return format.number(value as number)
    case 'date':
      return format.day(value as string)
    case 'text':
    case 'email':
    case 'password':
    case 'lines':
      return String(value as string)
  }
}

interface Props<Row> {
  readonly fields: readonly FormField<Row>[]
  readonly late: Late<Row>
  readonly onKeepMine: () => Promise<void>
  readonly onTakeTheirs: () => void
}

/** Both versions of a row, of the fields that were changed here [design/catalogue-5]. */
const LateEdit = <Row extends object>({ fields, late, onKeepMine, onTakeTheirs }: Props<Row>) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  const changed = fields.filter(({ name }) => name in late.mine)
  const differences = changed.flatMap((field) => {
    const [theirs, mine] = [late.theirs[field.name], late.mine[field.name]].map((value) =>
      textOf(t, format, field, value),
    )
    return theirs === mine ? [] : [{ name: field.name, label: field.label ?? t(field.name as never), theirs, mine }]
  })
  const keepMine = async () => {
    setBusy(true)
    await onKeepMine()
    setBusy(false)
  }
  return (
    <StaleEdit differences={differences} busy={busy} onKeepMine={() => void keepMine()} onTakeTheirs={onTakeTheirs} />
  )
}

interface Decision<Row, Stored> {
  readonly fields: readonly FormField<Row>[]
  /** the stored row as the form shows it */
  readonly entryOf: (stored: Stored) => Row
  /** sends a change of this version of the row, with the fields that can show a fault; null: saved */
  readonly save: (mine: Partial<Row>, theirs: Stored, shown: readonly string[]) => Promise<object | null>
  readonly onTakeTheirs: (theirs: Stored) => void
}

/** Returns the choice that a sheet shows for an edit that came too late; without one the sheet shows its buttons. */
export const lateDecision = <Row extends object, Stored>(
  late: Late<Row, Stored> | null,
  { fields, entryOf, save, onTakeTheirs }: Decision<Row, Stored>,
): { readonly decision?: (leave: () => void) => ReactNode } =>
  late === null
    ? {}
    : {
        decision: (leave) => (
          <LateEdit
            fields={fields}
            late={{ mine: late.mine, theirs: entryOf(late.theirs) }}
            onKeepMine={async () => {
              // The fields are behind the decision: a refusal is shown as a popup.
              if ((await save(late.mine, late.theirs, [])) === null) leave()
            }}
            onTakeTheirs={() => onTakeTheirs(late.theirs)}
          />
        ),
      }
