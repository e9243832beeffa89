import { Button, Group } from '@mantine/core'
import type { RowAction } from './list-state.ts'
import classes from './table.module.css'

interface Props<Row> {
  readonly row: Row
  readonly actions: readonly RowAction<Row>[]
}

/** What can be done with a row. */
export const RowButtons = <Row extends object>({ row, actions }: Props<Row>) => (
  <Group gap={4} wrap="nowrap" justify="flex-end" className={classes.rowActions ?? ''}>
    {actions.map((action) => (
      <Button
        key={action.id}
        size="compact-sm"
        variant={action.strong ? 'light' : 'subtle'}
        {...(action.danger ? { color: 'red' } : {})}
        disabled={action.disabled ?? false}
        aria-label={action.name(row)}
        onClick={() => action.run(row)}
      >
        {action.label}
      </Button>
    ))}
  </Group>
)
