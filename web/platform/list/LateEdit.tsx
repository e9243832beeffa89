import { AppError } from '@remis/domain/messages/app-error'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormField, RowColumn } from '../../ui/form/form-fields.ts'
import { StaleEdit } from '../../ui/form/StaleEdit.tsx'
import { useFormat, type Format } from '../use-format.ts'

/** The row as it is stored, from the refusal of a change that was made from an older version; else undefined. */
export const storedRow = <Row,>(error: unknown): Row | undefined =>
  error instanceof AppError && error.key === 'row_changed' ? (error.extra?.['row'] as Row | undefined) : undefined

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
  /** what was changed here, and the row as it is stored now */
  readonly late: { readonly mine: Partial<Row>; readonly theirs: Row }
  readonly onKeepMine: () => Promise<void>
  readonly onTakeTheirs: () => void
}

/** Both versions of a row, of the fields that were changed here [design/catalogue-5]. */
export const LateEdit = <Row extends object>({ fields, late, onKeepMine, onTakeTheirs }: Props<Row>) => {
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
