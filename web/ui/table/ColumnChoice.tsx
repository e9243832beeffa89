import { ActionIcon, Button, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dropdown } from '../dialogs/Dropdown.tsx'
import classes from './ColumnChoice.module.css'

export interface ColumnShown {
  readonly id: string
  readonly label: string
  readonly shown: boolean
  readonly toggle: () => void
  /** -1: towards the beginning, 1: towards the end */
  readonly move: (by: -1 | 1) => void
}

interface Props {
  readonly columns: readonly ColumnShown[]
  /** undefined: they are the usual ones */
  readonly onReset: (() => void) | undefined
  readonly onShowAll?: (() => void) | undefined
}

/** Which columns of a table are shown, and in which order. */
export const ColumnChoice = ({ columns, onReset, onShowAll }: Props) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const last = columns.findLastIndex(({ shown }) => shown)
  return (
    <Dropdown
      opened={opened}
      onChange={setOpened}
      label={t('table_columns')}
      panel={{ p: 6 }}
      button={
        <Button
          variant="default"
          leftSection={<IconColumns3 size={18} stroke={1.75} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('table_columns')}
        </Button>
      }
    >
      <fieldset className={classes.columns} aria-label={t('table_columns')}>
        {columns.map((column, at) => (
          <div key={column.id} className={classes.columnRow}>
            <label>
              <input type="checkbox" checked={column.shown} onChange={column.toggle} />
              {column.label}
            </label>
            {column.shown && (
              <>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={t('table_column_up', { column: column.label })}
                  disabled={at === 0}
                  onClick={() => column.move(-1)}
                >
                  <IconArrowUp size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={t('table_column_down', { column: column.label })}
                  disabled={at === last}
                  onClick={() => column.move(1)}
                >
                  <IconArrowDown size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              </>
            )}
          </div>
        ))}
      </fieldset>
      <Group gap={4} className={classes.columnsEnd ?? ''}>
        {onShowAll && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onShowAll}>
            {t('table_columns_all')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={onReset === undefined}
          onClick={() => onReset?.()}
        >
          {t('table_columns_reset')}
        </Button>
      </Group>
    </Dropdown>
  )
}
