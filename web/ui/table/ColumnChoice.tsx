import { ActionIcon, Button, Group, Popover } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
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
  const last = columns.findLastIndex(({ shown }) => shown)
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} stroke={1.75} aria-hidden />}>
          {t('table_columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={t('table_columns')}>
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
      </Popover.Dropdown>
    </Popover>
  )
}
