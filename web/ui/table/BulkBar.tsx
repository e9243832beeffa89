import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from './list-state.ts'
import { pressOf } from './RowButtons.tsx'
import classes from './table.module.css'

interface Props {
  readonly actions: readonly BulkAction[]
  /** ids of rows */
  readonly selected: readonly string[]
  readonly onClear: () => void
}

/** What can be done with the selected rows. */
export const BulkBar = ({ actions, selected, onClear }: Props) => {
  const { t } = useTranslation()
  const count = t('table_selected', { count: selected.length })
  return (
    <div className={classes.bulk} role="toolbar" aria-label={count}>
      <span aria-live="polite">{count}</span>
      {actions.map((action) => (
        <Button
          key={action.id}
          size="compact-md"
          variant="light"
          {...(action.danger ? { color: 'red' } : {})}
          {...pressOf(action, selected)}
        >
          {action.label}
        </Button>
      ))}
      <Button size="compact-md" variant="subtle" color="gray" onClick={onClear}>
        {t('table_unselect')}
      </Button>
    </div>
  )
}
