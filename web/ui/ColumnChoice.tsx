import { Button, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './DataTable.module.css'

export interface ColumnShown {
  readonly id: string
  readonly label: string
  readonly shown: boolean
  readonly toggle: () => void
}

/** Which columns of a table are shown. */
export const ColumnChoice = ({ columns }: { columns: readonly ColumnShown[] }) => {
  const { t } = useTranslation()
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} stroke={1.75} aria-hidden />}>
          {t('table_columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={t('table_columns')}>
        <fieldset className={classes.columns} aria-label={t('table_columns')}>
          {columns.map((column) => (
            <label key={column.id}>
              <input type="checkbox" checked={column.shown} onChange={column.toggle} />
              {column.label}
            </label>
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  )
}
