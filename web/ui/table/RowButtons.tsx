import { Button, Group } from '@mantine/core'
import type { RowAction } from './list-state.ts'
import classes from './table.module.css'

interface Props<Row> {
  readonly row: Row
  readonly actions: readonly RowAction<Row>[]
}

/** The attributes of an action's button: where it is switched off, it stays in the tab order and says why. */
export const pressOf = <On,>(
  { offBy, disabled = false, run }: Pick<RowAction<On>, 'offBy' | 'disabled' | 'run'>,
  on: On,
) =>
  offBy === undefined
    ? { disabled, onClick: () => run(on) }
    : ({ 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': offBy } as const)

/** What can be done with a row. */
export const RowButtons = <Row extends object>({ row, actions }: Props<Row>) => (
  <Group gap={4} wrap="nowrap" justify="flex-end" className={classes.rowActions ?? ''}>
    {actions.map((action) => (
      <Button
        key={action.id}
        size="compact-sm"
        variant={action.strong ? 'light' : 'subtle'}
        {...(action.danger ? { color: 'red' } : {})}
        {...pressOf(action, row)}
        aria-label={action.name(row)}
      >
        {action.label}
      </Button>
    ))}
  </Group>
)
