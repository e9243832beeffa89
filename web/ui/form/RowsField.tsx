import { ActionIcon, Button, Input, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './RowsField.module.css'
import { cellFault, readRows, writeRows, type RowColumn, type TypedRow } from './form-fields.ts'

interface Props {
  readonly id: string
  readonly label: ReactNode
  readonly hint: ReactNode
  readonly columns: readonly RowColumn[]
  readonly addLabel: string
  readonly mostRows: number
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: ReactNode
  readonly readOnly: boolean
}

/** A short list that is edited in its rows, for example the steps of a cancellation fee. */
export const RowsField = (props: Props) => {
  const { id, columns, error, readOnly } = props
  const { t } = useTranslation()
  const rows = readRows(props.value)
  const write = (next: readonly TypedRow[]) => props.onChange(writeRows(next))
  const faultId = `${id}-error`
  return (
    <fieldset className={classes.rows} aria-describedby={error ? faultId : undefined}>
      <Input.Label component="legend">{props.label}</Input.Label>
      {props.hint !== undefined && <Input.Description>{props.hint}</Input.Description>}
      {rows.length > 0 && (
        <div className={classes.heads} aria-hidden>
          {columns.map(({ name, label }) => (
            <span key={name}>{label}</span>
          ))}
        </div>
      )}
      {rows.map((row, at) => (
        // Rows have no name; their place is all they are known by.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={classes.row}>
          {columns.map((column, place) => (
            <TextInput
              key={column.name}
              {...(at === 0 && place === 0 ? { id } : {})}
              size="md"
              aria-label={`${column.label} ${at + 1}`}
              dir={column.kind === 'text' ? 'auto' : undefined}
              inputMode={column.kind === 'text' ? 'text' : column.decimals ? 'decimal' : 'numeric'}
              autoComplete="off"
              maxLength={column.most}
              readOnly={readOnly}
              value={row[column.name] ?? ''}
              error={Boolean(error) && cellFault(row[column.name] ?? '', column) !== undefined}
              onChange={({ currentTarget: { value } }) =>
                write(rows.map((other, index) => (index === at ? { ...other, [column.name]: value } : other)))
              }
              {...(column.unit === undefined
                ? {}
                : {
                    rightSection: (
                      <Text component="bdi" dir="ltr" c="dimmed">
                        {column.unit}
                      </Text>
                    ),
                    rightSectionWidth: 48,
                  })}
            />
          ))}
          {!readOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={42}
              aria-label={t('rows_remove', { number: at + 1 })}
              onClick={() => write(rows.filter((_, index) => index !== at))}
            >
              <IconTrash size={20} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {error ? <Input.Error id={faultId}>{error}</Input.Error> : null}
      {!readOnly && rows.length < props.mostRows && (
        <Button
          {...(rows.length === 0 ? { id } : {})}
          className={classes.add ?? ''}
          variant="light"
          size="sm"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onClick={() => write([...rows, Object.fromEntries(columns.map(({ name }) => [name, '']))])}
        >
          {props.addLabel}
        </Button>
      )}
    </fieldset>
  )
}
