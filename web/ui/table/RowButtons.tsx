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
        {...(action.offBy === undefined
          ? { disabled: action.disabled ?? false, onClick: () => action.run(row) }
          : { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': action.offBy })}
        aria-label={action.name(row)}
      >
        {action.label}
      </Button>
    ))}
  </Group>
)
