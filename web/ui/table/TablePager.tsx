import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './table.module.css'

export interface Paging {
  /** rows shown, counted from 1; 0 to 0 while loading */
  readonly from: number
  readonly to: number
  readonly total?: number | undefined
  readonly onNext: (() => void) | null
  readonly onPrevious: (() => void) | null
}

/** Forward and back through a list that is paged by cursor. */
export const TablePager = ({ from, to, total, onNext, onPrevious }: Paging) => {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" gap="sm" className={classes.pager}>
      <Text size="xs" c="dimmed" aria-live="polite">
        {to > 0 && (total === undefined ? t('table_range', { from, to }) : t('table_range_of', { from, to, total }))}
      </Text>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('table_previous')}
        disabled={onPrevious === null}
        onClick={() => onPrevious?.()}
      >
        <IconChevronLeft className={classes.turn} size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('table_next')}
        disabled={onNext === null}
        onClick={() => onNext?.()}
      >
        <IconChevronRight className={classes.turn} size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
